package io.forebay.cli.doctor;

import io.forebay.cli.doctor.Host.Card;
import io.forebay.cli.doctor.Host.Kernel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What `/proc`, `/sys` and the file system say of the host. What is not there is unknown, never an error.
final class KernelProbe {
    /// Bit of CAP_IPC_LOCK.
    private static final int IPC_LOCK = 14;

    private static final long KIBI = 1024;
    private static final Pattern CHOSEN = Pattern.compile("\\[(\\w+)\\]");
    private static final List<String> LIBRARY_DIRECTORIES =
            List.of("usr/lib/x86_64-linux-gnu", "usr/lib/aarch64-linux-gnu", "usr/lib64", "usr/lib", "usr/local/lib");

    private final Path system;

    /// @param system the root directory
    KernelProbe(Path system) {
        this.system = system;
    }

    Kernel look() {
        return new Kernel(
                Runtime.version().feature(),
                text("proc/sys/kernel/osrelease"),
                limit("Max locked memory"),
                mayLock(),
                limit("Max open files"),
                KIBI * number(field("proc/meminfo", "MemTotal:", "-1"), -1),
                group(),
                number(field("proc/meminfo", "HugePages_Total:", "0"), 0),
                number(field("proc/meminfo", "HugePages_Free:", "0"), 0),
                KIBI * number(field("proc/meminfo", "Hugepagesize:", "2048"), 2048),
                chosen(text("sys/kernel/mm/transparent_hugepage/shmem_enabled")),
                Math.max(1, names("sys/devices/system/node", "node[0-9]*").size()),
                names("sys/class/infiniband", "*"),
                !names("dev/infiniband", "uverbs*").isEmpty(),
                libucp(),
                cards(),
                synced());
    }

    private String text(String path) {
        try {
            return Files.readString(system.resolve(path), StandardCharsets.ISO_8859_1)
                    .strip();
        } catch (IOException unknown) {
            return "";
        }
    }

    private List<String> names(String directory, String glob) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(system.resolve(directory), glob)) {
            entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
        } catch (IOException | java.nio.file.DirectoryIteratorException none) {
            return List.of();
        }
        Collections.sort(names);
        return names;
    }

    /// The first word behind `label` at the beginning of a line.
    private String field(String path, String label, String otherwise) {
        return text(path)
                .lines()
                .filter(line -> line.startsWith(label))
                .map(line -> line.substring(label.length()).strip().split("\\s+", -1)[0])
                .findFirst()
                .orElse(otherwise);
    }

    private static long number(String text, long otherwise) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException unknown) {
            return otherwise;
        }
    }

    /// The soft limit of that name.
    private long limit(String name) {
        String soft = field("proc/self/limits", name, "");
        return soft.equals("unlimited") ? Long.MAX_VALUE : number(soft, -1);
    }

    private boolean mayLock() {
        try {
            long effective = Long.parseUnsignedLong(field("proc/self/status", "CapEff:", "0"), 16);
            return (effective >> IPC_LOCK & 1) == 1;
        } catch (NumberFormatException unknown) {
            return false;
        }
    }

    /// The lowest limit of memory of the groups that this process is in: of version 2, from its own group up to the
    /// root; else of version 1.
    private long group() {
        long lowest = Long.MAX_VALUE;
        for (String line : text("proc/self/cgroup").lines().toList()) {
            String[] parts = line.split(":", 3);
            if (parts.length < 3) {
                continue;
            }
            if (parts[1].isEmpty()) {
                lowest = Math.min(lowest, upwards("sys/fs/cgroup", parts[2], "memory.max"));
            } else if (List.of(parts[1].split(",", -1)).contains("memory")) {
                lowest = Math.min(lowest, upwards("sys/fs/cgroup/memory", parts[2], "memory.limit_in_bytes"));
            }
        }
        return lowest > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : lowest;
    }

    private long upwards(String mount, String group, String file) {
        long lowest = Long.MAX_VALUE;
        String rest = group;
        while (true) {
            lowest = Math.min(lowest, number(text(mount + rest + "/" + file), Long.MAX_VALUE));
            int slash = rest.lastIndexOf('/');
            if (slash < 0) {
                return lowest;
            }
            rest = rest.substring(0, slash);
        }
    }

    private static String chosen(String choices) {
        Matcher matcher = CHOSEN.matcher(choices);
        return matcher.find() ? matcher.group(1) : "";
    }

    private String libucp() {
        for (String directory : LIBRARY_DIRECTORIES) {
            Path library = system.resolve(directory).resolve("libucp.so.0");
            if (Files.exists(library)) {
                return library.toString();
            }
        }
        return "";
    }

    private List<Card> cards() {
        List<Card> cards = new ArrayList<>();
        for (String name : names("sys/class/net", "*")) {
            boolean real = Files.exists(system.resolve("sys/class/net/" + name + "/device"));
            if (real) {
                cards.add(new Card(name, number(text("sys/class/net/" + name + "/speed"), -1)));
            }
        }
        return cards;
    }

    private String synced() {
        if (Files.exists(system.resolve("run/systemd/timesync/synchronized"))) {
            return "yes";
        }
        try {
            Process asked = new ProcessBuilder("timedatectl", "show", "-p", "NTPSynchronized", "--value")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!asked.waitFor(2, TimeUnit.SECONDS)) {
                asked.destroyForcibly();
                return "unknown";
            }
            String said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return said.equals("yes") || said.equals("no") ? said : "unknown";
        } catch (IOException none) {
            return "unknown";
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }
}
