package io.forebay.server.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.catalogue.StaleReason;
import io.forebay.core.engine.Registered;
import io.forebay.core.engine.Registration;
import io.forebay.core.events.EventPart.Gap;
import io.forebay.core.fetch.AttemptCause;
import io.forebay.core.fetch.AttemptEnd;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import io.forebay.core.prefetch.PrefetchStatus;
import io.forebay.core.prefetch.PromotionSource;
import io.forebay.core.prefetch.TaskEnd;
import io.forebay.gateway.events.ReplayEnd;
import io.forebay.memory.ssd.terms.WriteRefusal;
import io.forebay.server.master.MasterServer;
import io.forebay.server.node.EmbeddedNode;
import io.forebay.server.running.Endpoints;
import io.forebay.server.settings.BadConfiguration;
import io.forebay.server.settings.EffectiveSettings;
import io.forebay.server.settings.MasterConfig;
import io.forebay.server.settings.NodeConfig;
import io.forebay.server.settings.Role;
import io.forebay.server.settings.SettingsReader;
import io.forebay.wire.ChannelSettings;
import io.forebay.wire.EngineChannel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The example of an embedder, run: two programs' nodes in one process, so that what crosses between them crosses real
/// ports and a real fabric.
@Timeout(60)
final class EmbeddedNodeTest {
    private static final Layout LAYOUT = new KvLayout(2, 1, 1 << 10, 64);

    private static final Pattern LABEL_VALUE = Pattern.compile("[{,]\\w+=\"([^\"]*)\"");
    private static final Pattern NUMA_NODE = Pattern.compile("[{,]numa_node=\"\\d{1,4}\"");

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

    /// Every value of every label on every page after real traffic: one of a closed set, whoever asked and answered.
    @Test
    void noMetricNamesAPeerAnAddressOrARequest() throws Exception {
        List<BlockHash> prompt = List.of(BlockHash.of(new byte[] {1}), BlockHash.of(new byte[] {2}));
        Set<String> allowed = new TreeSet<>(Set.of("map", "tcp", "ucx"));
        allowed.addAll(Set.of("disabled", "queued", "claimed", "promoting"));
        Stream.of(
                        Outcome.values(),
                        AttemptCause.values(),
                        AttemptEnd.values(),
                        StaleReason.values(),
                        WriteRefusal.values(),
                        PrefetchStatus.values(),
                        PromotionSource.values(),
                        TaskEnd.values(),
                        Gap.values(),
                        ReplayEnd.values())
                .flatMap(Arrays::stream)
                .forEach(word -> allowed.add(word.name().toLowerCase(Locale.ROOT)));
        ManagementFactory.getGarbageCollectorMXBeans()
                .forEach(bean -> allowed.add(bean.getName().toLowerCase(Locale.ROOT)));
        try (MasterServer master = MasterServer.start(MasterConfig.of(settings("master", "127.0.0.1:1")));
                EmbeddedNode prefill = start("prefill", master);
                EmbeddedNode decode = start("decode", master);
                EmbeddedEngine first = EmbeddedEngine.register(prefill, new InstanceId("first"), LAYOUT);
                EmbeddedEngine second = EmbeddedEngine.register(decode, new InstanceId("second"), LAYOUT)) {
            first.save("a prompt", prompt, (byte) 7);
            first.handOver("a prompt");
            assertEquals(2, second.load("the same prompt", prompt, (byte) 7));
            int labels = 0;
            for (Endpoints each : List.of(master.endpoints().getFirst(), prefill.endpoints(), decode.endpoints())) {
                Matcher values = LABEL_VALUE.matcher(page(each, "/metrics"));
                while (values.find()) {
                    boolean numaNode = NUMA_NODE.matcher(values.group()).matches();
                    assertTrue(numaNode || allowed.contains(values.group(1)), values.group());
                    labels++;
                }
            }
            assertTrue(labels > 2 * Outcome.values().length, labels + " labels");
        }
    }

    /// The pages behind `forebay explain`, over real HTTP.
    @Test
    void thePagesTellTheStoryAndTheMasterTheNodes() throws Exception {
        List<BlockHash> prompt = List.of(BlockHash.of(new byte[] {1}), BlockHash.of(new byte[] {2}));
        try (MasterServer master = MasterServer.start(MasterConfig.of(settings("master", "127.0.0.1:1")));
                EmbeddedNode prefill = start("prefill", master);
                EmbeddedEngine first = EmbeddedEngine.register(prefill, new InstanceId("first"), LAYOUT)) {
            first.save("a prompt", prompt, (byte) 7);
            assertTrue(first.handOver("a prompt").isComplete());
            String block = page(prefill.endpoints(), "/api/explain?key=02");
            assertTrue(block.contains("saved for request a prompt, with 1 other"), block);
            assertTrue(block.contains("ledger: registered"), block);
            String request = page(prefill.endpoints(), "/api/explain?request=a%20prompt");
            assertTrue(request.contains("the barrier of request a prompt reports: 2 registered"), request);
            String catalogue = page(master.endpoints().getFirst(), "/api/explain?key=02");
            assertTrue(catalogue.contains("registered by prefill, with 1 other"), catalogue);
            assertTrue(catalogue.contains("owner prefill, session "), catalogue);
            String nodes =
                    "\"node\":\"prefill\",\"http\":\"" + prefill.endpoints().http() + "\",\"visible\":true";
            assertTrue(catalogue.contains(nodes), catalogue);
            String bad = page(master.endpoints().getFirst(), "/api/explain?key=0x2");
            assertTrue(bad.contains("\"field\":\"key\""), bad);
        }
    }

    private static String page(Endpoints of, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + of.http() + path))
                    .timeout(Duration.ofSeconds(10))
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
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
