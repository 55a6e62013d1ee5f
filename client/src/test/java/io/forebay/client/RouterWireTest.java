package io.forebay.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.CancelReply;
import io.forebay.wire.Services;
import io.forebay.wire.WireServer;
import io.forebay.wire.WireServerSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The router's client over real gRPC to servers on loopback.
@Timeout(60)
final class RouterWireTest {
    private static final Namespace NAMESPACE = new Namespace("m", "", "f");
    private static final List<BlockHash> ONE = List.of(BlockHash.of(new byte[] {1}));

    private final FakeMaster master = new FakeMaster();

    private static WireServer serve(Services services) throws IOException {
        return WireServer.start(WireServerSettings.of("127.0.0.1", 0), services);
    }

    private static RouterClient client(String... addresses) {
        return RouterClient.open(RouterOptions.of(List.of(addresses)));
    }

    private static String address(WireServer server) {
        return "127.0.0.1:" + server.port();
    }

    private static Answer<TriggerReport> trigger(RouterClient client) {
        return client.prefetch(NAMESPACE, ONE, "r", Duration.ofSeconds(1));
    }

    @Test
    void aServerOfAnEarlierBuildKnowsNoTriggers() throws IOException {
        WireServer old = serve(new Services(null, null, null));
        try (RouterClient client = client(address(old))) {
            assertEquals(Answer.ok(new TriggerReport.Off(false)), trigger(client));
        } finally {
            old.close(0);
        }
    }

    @Test
    void aMasterThatIsNotThereIsPassedOver() throws IOException {
        WireServer server = serve(new Services(null, null, null, null, master));
        try (RouterClient client = client("127.0.0.1:1", address(server))) {
            assertInstanceOf(TriggerReport.Decided.class, ((Answer.Ok<TriggerReport>) trigger(client)).value());
            assertEquals(Answer.ok(new CancelReply(1, 2, 3)), client.cancel("r"));
        } finally {
            server.close(0);
        }
    }

    @Test
    void aSilentMasterIsWaitedForNoLongerThanTheCallMayTake() throws IOException {
        master.mood = FakeMaster.Mood.SILENT;
        WireServer server = serve(new Services(null, null, null, null, master));
        RouterOptions options = new RouterOptions(List.of(address(server)), Duration.ofMillis(300), Duration.ZERO);
        try (RouterClient client = RouterClient.open(options)) {
            long start = System.nanoTime();
            assertInstanceOf(Answer.Failed.class, trigger(client));
            long millis = (System.nanoTime() - start) / 1_000_000;
            assertEquals(0, millis / 1_000, "took " + millis + " ms");
        } finally {
            server.close(0);
        }
    }
}
