package io.forebay.cli.doctor;

import io.forebay.cli.doctor.Host.Advertised;
import io.forebay.cli.doctor.Host.ClockLook;
import io.forebay.cli.doctor.Host.Disk;
import io.forebay.cli.doctor.Host.Engines;
import io.forebay.cli.doctor.Host.PortLook;
import io.forebay.cli.doctor.Host.Reached;
import io.forebay.cli.doctor.Host.Speeds;
import io.forebay.cli.doctor.Host.Volume;
import io.forebay.cli.look.ClusterLook;
import io.forebay.cli.look.ClusterReader;
import io.forebay.cli.look.NodeLook;
import io.forebay.cli.look.PageReader;
import io.forebay.server.settings.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Looks at this host, each thing within its time: whatever hangs is left behind on its thread, and counts as not
/// seen. Together [#BOUND_SECONDS] at most.
public final class HostProbe {
    /// What all of it may take.
    public static final int BOUND_SECONDS = 18;

    private static final int EACH_SECONDS = 5;
    private static final int CONNECT_MILLIS = 2_000;
    private static final int MOST_DISKS = 8;
    private static final String SILENT = "it does not answer within " + EACH_SECONDS + " s";

    private final Wanted wanted;
    private final PageReader pages;
    private final String master;
    private final long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND_SECONDS);

    /// @param pages with a time-out of a few seconds
    /// @param master `host:port` of a master's pages
    public HostProbe(Wanted wanted, PageReader pages, String master) {
        this.wanted = wanted;
        this.pages = pages;
        this.master = master;
    }

    /// Looks once.
    public Host look() {
        List<PortLook> ports = ports();
        List<Disk> disks = new ArrayList<>();
        Optional<Volume> state = wanted.node().map(node -> volume(node.stateDirectory()));
        Optional<Volume> pool = wanted.node().map(node -> volume(node.poolDirectory()));
        wanted.node()
                .ifPresent(node -> node.ssdDirectories().stream()
                        .limit(MOST_DISKS)
                        .forEach(directory -> disks.add(disk(directory))));
        Optional<ClusterLook> cluster = within(
                        () -> Optional.of(new ClusterReader(pages, Optional.of(master), List.of()).look()),
                        Optional.<ClusterLook>empty())
                .filter(look -> look.master().map(m -> m.metrics().isPresent()).orElse(false));
        return new Host(
                new KernelProbe(Path.of("/")).look(),
                within(this::advertised, new Advertised(wanted.host().advertise(), List.of(), false, false)),
                ports,
                state,
                pool,
                disks,
                wanted.role() == Role.NODE ? wanted.node().map(node -> reached(node.master())) : Optional.empty(),
                cluster,
                cluster.map(this::clocks).orElse(List.of()),
                within(() -> EngineProbe.look(Path.of("/proc")), new Engines(List.of(), 0)),
                within(SpeedProbe::measure, new Speeds(0, 0)));
    }

    /// What `look` sees in its time; otherwise `unseen`.
    private <T> T within(Callable<T> look, T unseen) {
        FutureTask<T> task = new FutureTask<>(look);
        Thread.ofPlatform().daemon(true).name("forebay-doctor").start(task);
        long left = Math.min(TimeUnit.SECONDS.toNanos(EACH_SECONDS), endNanos - System.nanoTime());
        try {
            return task.get(Math.max(0, left), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException notSeen) {
            return unseen;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return unseen;
        }
    }

    private List<PortLook> ports() {
        List<PortLook> looks = new ArrayList<>();
        for (Wanted.Port port : wanted.ports()) {
            PortLook unseen = new PortLook(port, Host.Taken.REFUSED, "", SILENT);
            looks.add(within(() -> PortProbe.look(wanted.host().bind(), port), unseen));
        }
        return looks;
    }

    private Volume volume(Path directory) {
        return within(() -> DiskProbe.volume(directory), new Volume(directory, SILENT, "?", 0, 0));
    }

    private Disk disk(Path directory) {
        return within(
                () -> DiskProbe.disk(directory),
                new Disk(new Volume(directory, SILENT, "?", Long.MAX_VALUE / 4, 0), 0, false, 0, 0));
    }

    private Advertised advertised() {
        String host = wanted.host().advertise();
        List<String> addresses = new ArrayList<>();
        boolean loopback = true;
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                addresses.add(address.getHostAddress());
                loopback &= address.isLoopbackAddress();
            }
        } catch (UnknownHostException unknown) {
            return new Advertised(host, List.of(), false, false);
        }
        boolean bindsLoopback = isLoopback(wanted.host().bind());
        return new Advertised(host, addresses, loopback, bindsLoopback);
    }

    private static boolean isLoopback(String bind) {
        try {
            return InetAddress.getByName(bind).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    private Reached reached(String address) {
        return within(() -> connect(address), new Reached(address, SILENT));
    }

    private static Reached connect(String address) {
        int colon = address.lastIndexOf(':');
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1))),
                    CONNECT_MILLIS);
            return new Reached(address, "");
        } catch (IOException | IllegalArgumentException refused) {
            return new Reached(address, String.valueOf(refused.getMessage()));
        }
    }

    /// An HTTP date counts whole seconds, so its middle is taken.
    private List<ClockLook> clocks(ClusterLook cluster) {
        List<ClockLook> clocks = new ArrayList<>();
        cluster.master().ifPresent(look -> clock("the master", look.http()).ifPresent(clocks::add));
        for (NodeLook node : cluster.nodes()) {
            if (node.metrics().isPresent()) {
                clock("node " + node.name(), node.http()).ifPresent(clocks::add);
            }
        }
        return clocks;
    }

    private Optional<ClockLook> clock(String who, String http) {
        return within(() -> readClock(who, http), Optional.empty());
    }

    private Optional<ClockLook> readClock(String who, String http) throws IOException {
        long before = System.currentTimeMillis();
        PageReader.Page page = pages.get(http, "/health/live");
        long after = System.currentTimeMillis();
        return page.serverMillis() == 0
                ? Optional.empty()
                : Optional.of(new ClockLook(
                        who, page.serverMillis() + 500 - (before + after) / 2, 500 + (after - before) / 2));
    }
}
