package io.forebay.server.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.Registered;
import io.forebay.core.engine.Registration;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import io.forebay.server.master.MasterServer;
import io.forebay.server.node.EmbeddedNode;
import io.forebay.server.settings.BadConfiguration;
import io.forebay.server.settings.EffectiveSettings;
import io.forebay.server.settings.MasterConfig;
import io.forebay.server.settings.NodeConfig;
import io.forebay.server.settings.Role;
import io.forebay.server.settings.SettingsReader;
import io.forebay.wire.ChannelSettings;
import io.forebay.wire.EngineChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The example of an embedder, run: two programs' nodes in one process, so that what crosses between them crosses real
/// ports and a real fabric.
@Timeout(60)
final class EmbeddedNodeTest {
    private static final Layout LAYOUT = new KvLayout(2, 1, 1 << 10, 64);

    @TempDir
    Path folder = Path.of("");

    @Test
    void anEmbeddedEngineHandsItsBlocksToAnother() throws Exception {
        List<BlockHash> prompt = IntStream.range(0, 8)
                .mapToObj(block -> BlockHash.of(new byte[] {(byte) block}))
                .toList();
        try (MasterServer master = MasterServer.start(MasterConfig.of(settings("master", "127.0.0.1:1")));
                EmbeddedNode prefill = start("prefill", master);
                EmbeddedNode decode = start("decode", master);
                EmbeddedEngine first = EmbeddedEngine.register(prefill, new InstanceId("first"), LAYOUT);
                EmbeddedEngine second = EmbeddedEngine.register(decode, new InstanceId("second"), LAYOUT)) {
            first.save("a prompt", prompt, (byte) 7);
            assertTrue(first.handOver("a prompt").isComplete());
            assertEquals(8, second.load("the same prompt", prompt, (byte) 7));
            assertEquals(Map.of(Outcome.PEER, 8L), hits(decode));
            assertEquals(0, second.load("another look", prompt, (byte) 8), "the comparison can fail");
        }
    }

    @Test
    void aRemoteEngineFindsNoDoor() throws Exception {
        try (MasterServer master = MasterServer.start(MasterConfig.of(settings("master", "127.0.0.1:1")));
                EmbeddedNode node = start("alone", master);
                EngineChannel stranger = EngineChannel.connect(
                        node.endpoints().control(), ChannelSettings.defaults(), (instance, rank, why) -> {})) {
            CompletableFuture<Answer<Registered>> answer = new CompletableFuture<>();
            stranger.register(new Registration(new InstanceId("stranger"), 0, "a model", "", LAYOUT), answer::complete);
            assertInstanceOf(Answer.Failed.class, answer.get(20, TimeUnit.SECONDS));
        }
    }

    private static Map<Outcome, Long> hits(EmbeddedNode node) {
        return node.stats().outcomes().entrySet().stream()
                .filter(each -> each.getValue() > 0)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private EmbeddedNode start(String name, MasterServer master) throws Exception {
        String address = master.endpoints().getFirst().control();
        return EmbeddedNode.start(NodeConfig.of(settings(name, address)));
    }

    private EffectiveSettings settings(String name, String master) throws IOException, BadConfiguration {
        Path own = Files.createDirectories(folder.resolve(name)).toAbsolutePath();
        Map<String, String> flags = new HashMap<>(Map.of(
                "node.id",
                name,
                "master.address",
                master,
                "state.directory",
                own.toString(),
                "pool.directory",
                own.toString(),
                "pool.size",
                "4MiB"));
        List.of("control.port", "data.port", "http.port", "master.control.port", "master.http.port")
                .forEach(port -> flags.put(port, "0"));
        return SettingsReader.read(Role.STANDALONE, Map.of(), Optional.empty(), Map.of(), flags);
    }
}
