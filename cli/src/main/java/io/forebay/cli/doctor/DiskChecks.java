package io.forebay.cli.doctor;

import io.forebay.cli.doctor.Host.Disk;
import io.forebay.cli.doctor.Host.Volume;
import io.forebay.cli.look.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Directories on disks. Pure.
final class DiskChecks {
    private static final long FULL_BYTES = 64L << 20;

    private DiskChecks() {}

    static List<Finding> of(Host host, Wanted wanted) {
        List<Finding> found = new ArrayList<>();
        host.state().ifPresent(state -> found.add(state(state)));
        wanted.node().ifPresent(node -> {
            if (host.disks().isEmpty()) {
                found.add(Finding.ok("ssd", "ssd.directories is empty: this node has no SSD"));
            }
            host.disks().forEach(disk -> found.add(disk(disk, node.ssdBytes())));
        });
        return found;
    }

    private static Finding state(Volume state) {
        return state.problem().isEmpty()
                ? Finding.ok("state", state.directory() + " can be written")
                : Finding.fail(
                        "state",
                        state.directory() + ": " + state.problem(),
                        "the node does not start",
                        "make state.directory writable, or give another one");
    }

    private static Finding disk(Disk disk, long wantedBytes) {
        Volume volume = disk.volume();
        String name = "ssd " + volume.directory();
        String room = Figures.bytes(volume.freeBytes()) + " of " + Figures.bytes(volume.totalBytes()) + " free ("
                + volume.type() + "), " + Figures.bytes(wantedBytes) + " asked for";
        if (volume.freeBytes() + disk.ownBytes() < Math.min(FULL_BYTES, wantedBytes)) {
            return Finding.fail(
                    name,
                    "full: " + room,
                    "no block is written there",
                    "make room on it, or give another directory in ssd.directories");
        }
        if (!volume.problem().isEmpty()) {
            return Finding.fail(
                    name,
                    volume.problem(),
                    "the node does not start, or writes nothing there",
                    "make it writable for this user, or give another directory in ssd.directories");
        }
        List<String> costs = new ArrayList<>();
        List<String> remedies = new ArrayList<>();
        if (volume.freeBytes() + disk.ownBytes() < wantedBytes) {
            costs.add("it takes less than ssd.size says, and blocks leave it sooner");
            remedies.add("make room, or a smaller ssd.size");
        }
        if (volume.type().equals("tmpfs")) {
            costs.add("that is memory, not an SSD");
            remedies.add("a directory on an SSD");
        } else if (!disk.direct()) {
            costs.add("without O_DIRECT every byte goes through the page cache: copied once more, and memory with it");
            remedies.add("ext4 or xfs");
        }
        String found = room + (disk.direct() ? "; O_DIRECT; " : "; no O_DIRECT; ") + rates(disk);
        return costs.isEmpty()
                ? Finding.ok(name, found)
                : Finding.warn(name, found, String.join("; ", costs), String.join("; ", remedies));
    }

    private static String rates(Disk disk) {
        return disk.readRate() == 0
                ? "speed not measured"
                : String.format(
                        Locale.ROOT,
                        "reads %.2f GB/s, writes %.2f GB/s (one stream of 1 MiB, some tens of MiB)",
                        disk.readRate() / 1e9,
                        disk.writeRate() / 1e9);
    }
}
