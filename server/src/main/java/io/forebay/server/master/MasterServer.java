package io.forebay.server.master;

import io.forebay.core.catalogue.CatalogueSettings;
import io.forebay.core.events.EventTerms;
import io.forebay.core.recorder.Recorder;
import io.forebay.node.EventLoop;
import io.forebay.server.admin.AdminPages;
import io.forebay.server.admin.AdminServer;
import io.forebay.server.admin.Health;
import io.forebay.server.explain.ExplainPage;
import io.forebay.server.metrics.Metrics;
import io.forebay.server.metrics.ProcessMetrics;
import io.forebay.server.running.Closing;
import io.forebay.server.running.Ending;
import io.forebay.server.running.Endpoints;
import io.forebay.server.running.RunningServer;
import io.forebay.server.running.SelfDial;
import io.forebay.server.running.StartFailure;
import io.forebay.server.settings.EventsConfig;
import io.forebay.server.settings.MasterConfig;
import io.forebay.server.settings.RecorderConfig;
import io.forebay.wire.Services;
import io.forebay.wire.WireServer;
import io.forebay.wire.WireServerSettings;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A running master: its loop, its gRPC port, its admin port. It never ends by itself: a broken catalogue starts over
/// within the process.
public final class MasterServer implements RunningServer {
    private static final Logger LOG = LoggerFactory.getLogger(MasterServer.class);
    private static final int SLICE_KEYS = 10_000;

    private final Closing closing;
    private final Endpoints endpoints;

    private MasterServer(Closing closing, Endpoints endpoints) {
        this.closing = closing;
        this.endpoints = endpoints;
    }

    /// Starts a master; it is ready when this returns.
    ///
    /// @throws StartFailure when a port cannot be had
    public static MasterServer start(MasterConfig config) throws StartFailure {
        Closing closing = new Closing();
        try {
            return start(config, closing);
        } catch (IOException failed) {
            closing.close();
            throw new StartFailure("the master cannot start: " + failed.getMessage(), failed);
        } catch (RuntimeException | Error failed) {
            closing.close();
            throw failed;
        }
    }

    private static MasterServer start(MasterConfig config, Closing closing) throws IOException {
        EventLoop loop = closing.add(
                "loop",
                new EventLoop("forebay-master", config.inboxLimit(), System::nanoTime, MasterServer::unexpected));
        CatalogueSettings settings = new CatalogueSettings(
                config.nodeStale().toNanos(),
                config.nodeExpiry().toNanos(),
                config.warmingMin().toNanos(),
                SLICE_KEYS);
        MasterTerms terms = new MasterTerms(settings, config.prefetch(), config.inboxLimit(), eventTerms(config));
        MasterLoop master = new MasterLoop(loop, terms, System::currentTimeMillis, recorder(config.recorder()));
        loop.start();
        master.start();
        String bind = config.host().bind();
        WireServer wire = WireServer.start(WireServerSettings.of(bind, config.controlPort()), services(config, master));
        closing.then("control port", () -> wire.close(config.shutdownTimeout().toNanos() / 2));
        closing.then("held queries", master::stopHolding);
        Metrics metrics = new Metrics();
        MasterMetrics.addTo(metrics, master::stats);
        ProcessMetrics.addTo(metrics);
        String control = config.host().address(wire.port());
        AdminServer admin = closing.add("http port", AdminServer.bind(bind, config.httpPort()));
        Endpoints endpoints = new Endpoints("master", control, "", config.host().address(admin.port()), "");
        SelfDial dial = new SelfDial(endpoints);
        ExplainPage explain = new ExplainPage("master", "", master::recall, () -> nodes(master));
        admin.serve(new AdminPages(
                metrics,
                new Health().warnings(dial::warnings),
                () -> status(control, master),
                explain,
                Map.of("/prefetch", new PrefetchSwitch(master))));
        closing.add("self-dial", dial).start(config.host().check());
        LOG.atInfo()
                .addKeyValue("control", control)
                .addKeyValue("http", endpoints.http())
                .log("the master is ready");
        return new MasterServer(closing, endpoints);
    }

    private static EventTerms eventTerms(MasterConfig config) {
        EventsConfig events = config.events();
        return new EventTerms(Math.max(1, events.ring()), events.maxSubscribers());
    }

    private static Services services(MasterConfig config, MasterLoop master) {
        return config.events().ring() == 0
                ? Services.master(master, master, master)
                : Services.master(master, master, master, master.events());
    }

    private static Optional<Recorder> recorder(RecorderConfig config) {
        return config.events() == 0 ? Optional.empty() : Optional.of(new Recorder(config.events(), config.bytes()));
    }

    /// Whom to ask besides.
    private static List<Map<String, Object>> nodes(MasterLoop master) {
        return master.stats().nodes().stream()
                .map(node -> {
                    Map<String, Object> words = new LinkedHashMap<>();
                    words.put("node", node.node().name());
                    words.put("http", node.httpAddress());
                    words.put("visible", node.visible());
                    words.put("draining", node.draining());
                    words.put("silent_millis", TimeUnit.NANOSECONDS.toMillis(node.silentNanos()));
                    return words;
                })
                .toList();
    }

    private static void unexpected(Throwable error) {
        LOG.error("a task of the master's loop failed", error);
    }

    private static Map<String, Object> status(String control, MasterLoop master) {
        MasterStats stats = master.stats();
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("role", "master");
        status.put("control", control);
        status.put("epoch", stats.epoch());
        status.put("blocks", stats.catalogue().blocks());
        status.put("replicas", stats.catalogue().replicas());
        status.put("replicas on SSD", stats.catalogue().onDisk());
        status.put("prefetch triggers", stats.prefetch().on() ? "heard" : "switched off");
        stats.nodes()
                .forEach(node -> status.put(
                        "node " + node.node(),
                        "%s, boot %d, %s, %d replicas, %d on SSD"
                                .formatted(
                                        node.address(),
                                        node.boot(),
                                        node.visible() ? "visible" : "silent",
                                        node.replicas(),
                                        node.onDisk())));
        return status;
    }

    @Override
    public List<Endpoints> endpoints() {
        return List.of(endpoints);
    }

    @Override
    public CompletionStage<Ending> ending() {
        return new CompletableFuture<>();
    }

    @Override
    public void close() {
        closing.close();
    }
}
