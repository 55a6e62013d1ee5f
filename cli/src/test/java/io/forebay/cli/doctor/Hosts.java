package io.forebay.cli.doctor;

import io.forebay.cli.doctor.Host.Advertised;
import io.forebay.cli.doctor.Host.Card;
import io.forebay.cli.doctor.Host.Disk;
import io.forebay.cli.doctor.Host.Engines;
import io.forebay.cli.doctor.Host.Kernel;
import io.forebay.cli.doctor.Host.PortLook;
import io.forebay.cli.doctor.Host.Speeds;
import io.forebay.cli.doctor.Host.Volume;
import io.forebay.server.settings.HostConfig;
import io.forebay.server.settings.Role;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A host on which everything is as it should be; a test breaks one thing of it.
final class Hosts {
    static final long GIB = 1L << 30;
    static final Wanted.Port PORT = new Wanted.Port("control.port", 7400);
    static final Kernel KERNEL = new Kernel(
            25,
            "6.1.0-13-amd64",
            Long.MAX_VALUE,
            false,
            65_536,
            64 * GIB,
            Long.MAX_VALUE,
            1_024,
            1_024,
            2 << 20,
            "never",
            1,
            List.of("mlx5_0"),
            true,
            "/usr/lib/libucp.so.0",
            List.of(new Card("eth0", 100_000)),
            "yes");
    static final Volume POOL = new Volume(Path.of("/huge"), "", "hugetlbfs", 32 * GIB, 32 * GIB);
    static final Disk DISK = new Disk(new Volume(Path.of("/ssd"), "", "ext4", 100 * GIB, 200 * GIB), 0, true, 2e9, 5e9);

    Kernel kernel = KERNEL;
    Volume pool = POOL;
    Disk disk = DISK;
    Advertised advertised = new Advertised("a", List.of("10.0.0.1"), false, false);
    PortLook port = new PortLook(PORT, Host.Taken.FREE, "", "");
    Engines engines = new Engines(List.of(new Host.Seed(7, "0")), 0);
    List<Host.ClockLook> clocks = List.of();
    Optional<Host.Reached> master = Optional.of(new Host.Reached("m:7300", ""));

    Host host() {
        return new Host(
                kernel,
                advertised,
                List.of(port),
                Optional.of(new Volume(Path.of("/var/lib/forebay"), "", "ext4", GIB, GIB)),
                Optional.of(pool),
                List.of(disk),
                master,
                Optional.empty(),
                clocks,
                engines,
                new Speeds(10e9, 4e9));
    }

    static Wanted wanted(String hugePages, String memlock, String fabric) {
        Wanted.OfNode node = new Wanted.OfNode(
                Path.of("/var/lib/forebay"),
                Path.of("/huge"),
                GIB,
                hugePages,
                memlock,
                fabric,
                List.of(Path.of("/ssd")),
                16 * GIB,
                "m:7300");
        return new Wanted(Role.NODE, new HostConfig("0.0.0.0", "a"), List.of(PORT), Optional.of(node));
    }

    List<Finding> check() {
        return Checks.of(host(), wanted("auto", "auto", "auto"), Optional.empty());
    }

    List<Finding> check(Wanted wanted) {
        return Checks.of(host(), wanted, Optional.empty());
    }
}
