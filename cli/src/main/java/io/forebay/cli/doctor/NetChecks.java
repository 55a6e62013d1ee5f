package io.forebay.cli.doctor;

import io.forebay.cli.doctor.Host.Advertised;
import io.forebay.cli.doctor.Host.Card;
import io.forebay.cli.doctor.Host.ClockLook;
import io.forebay.cli.doctor.Host.Kernel;
import io.forebay.cli.doctor.Host.PortLook;
import io.forebay.cli.look.ClusterLook;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Ports, cards, fabrics, peers and clocks. Pure.
final class NetChecks {
    private static final long SLOW_MEGABITS = 10_000;
    private static final long FAR_MILLIS = 2_000;

    private NetChecks() {}

    static List<Finding> of(Host host, Wanted wanted) {
        List<Finding> found = new ArrayList<>();
        host.ports().forEach(look -> found.add(port(look)));
        found.add(advertised(host.advertised()));
        wanted.node().ifPresent(node -> {
            found.add(rdma(host.kernel(), host.speeds()));
            found.add(fabric(host.kernel(), node.fabric()));
            found.add(cards(host.kernel().cards()));
        });
        host.master().ifPresent(master -> found.add(master(master)));
        found.add(peers(host.cluster()));
        found.add(clock(host.kernel(), host.clocks()));
        return found;
    }

    private static Finding port(PortLook look) {
        String name = look.port().setting();
        String number = Integer.toString(look.port().number());
        return switch (look.taken()) {
            case FREE -> Finding.ok(name, number + " is free");
            case OURS ->
                Finding.ok(
                        name, number + " is held by " + look.holder() + ": right if that is who is meant to have it");
            case OTHER ->
                Finding.fail(
                        name,
                        number + " is taken" + (look.holder().isEmpty() ? "" : " by " + look.holder()),
                        "the start is refused: exit code 2",
                        "end that process, or give another " + name + " (0: the system chooses)");
            case REFUSED ->
                Finding.fail(
                        name,
                        number + " cannot be had: " + look.problem(),
                        "the start is refused: exit code 2",
                        "a bind.host that this host has, and a port that this user may take");
        };
    }

    private static Finding advertised(Advertised advertised) {
        String name = "advertise.host";
        String found = "others are told " + advertised.host();
        String remedy = "advertise.host with a name or an address at which others reach this host";
        if (advertised.addresses().isEmpty()) {
            return Finding.fail(name, found + ", which cannot be resolved here", "no peer may reach this node", remedy);
        }
        found += ", which is " + String.join(", ", advertised.addresses()) + " here";
        if (advertised.bindsLoopback()) {
            return Finding.ok(name, found + "; the ports listen for this host alone (bind.host)");
        }
        return advertised.loopback()
                ? Finding.warn(name, found, "where it is so for others, too, they dial themselves", remedy)
                : Finding.ok(name, found);
    }

    private static Finding rdma(Kernel kernel, Host.Speeds speeds) {
        if (kernel.canRdma()) {
            return Finding.ok("rdma", devices(kernel));
        }
        String found = kernel.rdma().isEmpty()
                ? "no device: /sys/class/infiniband has none"
                : devices(kernel) + ", but no program may use one: there is no /dev/infiniband/uverbs*";
        String rates = speeds.loopback() > 0
                ? String.format(
                        Locale.ROOT,
                        "; one connection within this host brings %.1f GB/s, a copy of memory %.1f GB/s",
                        speeds.loopback() / 1e9,
                        speeds.copy() / 1e9)
                : "";
        return Finding.warn(
                "rdma",
                found,
                "blocks of other hosts come over TCP: through both kernels, with a processor busy at each end" + rates,
                kernel.rdma().isEmpty()
                        ? "an RDMA card and its driver, if peers are on other hosts; on one host `map` needs none"
                        : "load ib_uverbs; in a container pass /dev/infiniband through");
    }

    private static String devices(Kernel kernel) {
        return kernel.rdma().isEmpty() ? "a device" : String.join(", ", kernel.rdma());
    }

    private static Finding fabric(Kernel kernel, String choice) {
        String name = "fabric";
        String library = kernel.libucp().isEmpty() ? "libucp is not found" : "libucp is " + kernel.libucp();
        String install = "apt-get install -y libucx0";
        return switch (choice) {
            case "ucx" ->
                kernel.libucp().isEmpty()
                        ? Finding.fail(name, "ucx is asked for, " + library, "the node does not start", install)
                        : kernel.canRdma()
                                ? Finding.ok(name, "ucx; " + library)
                                : Finding.warn(
                                        name,
                                        "ucx without an RDMA device; " + library,
                                        "a peer that leaves while it connects can end this process",
                                        "fabric: tcp or auto");
            case "auto" ->
                kernel.canRdma() && kernel.libucp().isEmpty()
                        ? Finding.warn(
                                name,
                                "map on one host, tcp to others: there is an RDMA device, but " + library,
                                "the device is not used",
                                install)
                        : Finding.ok(
                                name,
                                (kernel.canRdma()
                                                ? "map on one host, ucx to others, tcp where both fail; "
                                                : "map on one host, tcp to others; ")
                                        + library);
            default -> Finding.ok(name, choice + ", as asked for; " + library);
        };
    }

    private static Finding cards(List<Card> cards) {
        String list = cards.stream()
                .map(card ->
                        card.name() + (card.megabits() > 0 ? " " + card.megabits() + " Mbit/s" : " (speed unknown)"))
                .collect(Collectors.joining(", "));
        long fastest = cards.stream().mapToLong(Card::megabits).max().orElse(-1);
        if (cards.isEmpty()) {
            return Finding.ok("network", "no card but the loopback: peers can be on this host only");
        }
        return fastest > 0 && fastest < SLOW_MEGABITS
                ? Finding.warn(
                        "network",
                        list,
                        String.format(Locale.ROOT, "blocks of other hosts come at %.2f GB/s at most", fastest / 8e3),
                        "a faster card between the nodes; see break-even for what is worth it")
                : Finding.ok("network", list);
    }

    private static Finding master(Host.Reached master) {
        return master.problem().isEmpty()
                ? Finding.ok("master", master.address() + " is reached")
                : Finding.warn(
                        "master",
                        master.address() + " is not reached: " + master.problem(),
                        "a node without it serves its own engines from its own pool, and finds nothing at peers",
                        "start it, mend master.address, or open its port between the hosts");
    }

    private static Finding peers(Optional<ClusterLook> cluster) {
        if (cluster.isEmpty()) {
            return Finding.ok("peers", "no master's pages answer: nothing is known of them (--master HOST:PORT)");
        }
        List<String> problems = cluster.get().problems();
        return problems.isEmpty()
                ? Finding.ok("peers", "the pages of " + cluster.get().nodes().size() + " nodes answer")
                : Finding.warn(
                        "peers",
                        String.join("; ", problems),
                        "blocks of a node that is not reached are missed",
                        "forebay status shows more");
    }

    private static Finding clock(Kernel kernel, List<ClockLook> clocks) {
        String name = "clock";
        String costs = "lines of `explain` and of logs stand in the wrong order; nothing else goes by it";
        List<String> far = clocks.stream()
                .filter(look -> Math.abs(look.offsetMillis()) > FAR_MILLIS + look.unsureMillis())
                .map(look -> look.who() + " is " + Math.abs(look.offsetMillis()) + " ms "
                        + (look.offsetMillis() > 0 ? "ahead" : "behind"))
                .toList();
        String synced = switch (kernel.synced()) {
            case "yes" -> "synchronised";
            case "no" -> "not synchronised";
            default -> "nobody says whether it is synchronised";
        };
        String remedy = "chrony or systemd-timesyncd on every host";
        if (!far.isEmpty()) {
            return Finding.warn(name, synced + "; " + String.join(", ", far), costs, remedy);
        }
        String found = synced
                + (clocks.isEmpty()
                        ? "; nobody answers to compare with"
                        : "; " + clocks.size() + " others agree within 2 s");
        return kernel.synced().equals("no") ? Finding.warn(name, found, costs, remedy) : Finding.ok(name, found);
    }
}
