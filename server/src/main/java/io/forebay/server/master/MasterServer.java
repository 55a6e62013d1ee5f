package io.forebay.server.master;

import io.forebay.core.catalogue.CatalogueSettings;
import io.forebay.core.events.EventTerms;
import io.forebay.core.recorder.Recorder;
import io.forebay.gateway.events.ZmqEvents;
import io.forebay.gateway.events.ZmqFigures;
import io.forebay.node.EventLoop;
import io.forebay.server.admin.AdminServer;
import io.forebay.server.running.Closing;
import io.forebay.server.running.Ending;
import io.forebay.server.running.Endpoints;
import io.forebay.server.running.PortOpening;
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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A running master: its loop, its gRPC port, its admin port. It never ends by itself: a broken catalogue starts over
/// within the process.
public final class MasterServer implements RunningServer {
    private static final Logger LOG = LoggerFactory.getLogger(MasterServer.class);
    private static final int SLICE_KEYS = 10_000;
    /// More than 65,536 keys with all their names need: what a stranger sends at once is bounded by this.
    private static final int MAX_REQUEST_BYTES = 16 << 20;

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
        WireServer wire = PortOpening.of(
                "master.control.port",
                () -> WireServer.start(
                        WireServerSettings.of(bind, config.controlPort()).withMaxRequestBytes(MAX_REQUEST_BYTES),
                        services(config, master)));
        closing.then("control port", () -> wire.close(config.shutdownTimeout().toNanos() / 2));
        closing.then("held queries", master::stopHolding);
        Supplier<ZmqFigures> published = publish(config.events(), master, closing);
        String control = config.host().address(wire.port());
        AdminServer admin = closing.add(
                "http port", PortOpening.of("master.http.port", () -> AdminServer.bind(bind, config.httpPort())));
        Endpoints endpoints = new Endpoints("master", control, "", config.host().address(admin.port()), "");
        SelfDial dial = new SelfDial(endpoints);
        MasterAdmin.serve(admin, control, config, new MasterAdmin.Sources(master, published, dial), closing);
        closing.add("self-dial", dial).start(config.host().check());
        LOG.atInfo()
                .addKeyValue("control", control)
                .addKeyValue("http", endpoints.http())
                .log("the master is ready");
        return new MasterServer(closing, endpoints);
    }

    /// It ends before the loop that it asks does.
    private static Supplier<ZmqFigures> publish(EventsConfig config, MasterLoop master, Closing closing)
            throws IOException {
        if (config.zmq().isEmpty()) {
            return ZmqFigures::none;
        }
        ZmqEvents events = closing.add(
                "published events",
                ZmqEvents.start(master.events(), config.zmq().get()));
        return events::figures;
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

    private static void unexpected(Throwable error) {
        LOG.error("a task of the master's loop failed", error);
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
