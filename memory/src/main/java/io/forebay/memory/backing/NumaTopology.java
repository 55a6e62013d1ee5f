package io.forebay.memory.backing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The machine's NUMA nodes, by the kernel's numbers, ascending.
///
/// @param usable have memory that this process may use (its cpuset says so)
/// @param near of those, the ones that have processors too; memory without is slower memory
record NumaTopology(List<Integer> usable, List<Integer> near) {
    private static final String ALLOWED = "Mems_allowed_list:";

    /// From `sys/devices/system/node` and `proc/self/status`. A system that does not say has one node, number
    /// 0.
    static NumaTopology read(Path system) throws IOException {
        Path directory = system.resolve("sys/devices/system/node");
        List<Integer> usable = new ArrayList<>(list(directory.resolve("has_memory"), List.of(0)));
        usable.retainAll(allowed(system.resolve("proc/self/status"), usable));
        List<Integer> near = new ArrayList<>(usable);
        near.retainAll(list(directory.resolve("has_cpu"), usable));
        return new NumaTopology(List.copyOf(usable), List.copyOf(near));
    }

    private static List<Integer> list(Path file, List<Integer> otherwise) throws IOException {
        return Files.exists(file) ? numbers(Files.readString(file)) : otherwise;
    }

    private static List<Integer> allowed(Path status, List<Integer> otherwise) throws IOException {
        if (!Files.exists(status)) {
            return otherwise;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> numbers(line.substring(ALLOWED.length())))
                .findFirst()
                .orElse(otherwise);
    }

    /// What the kernel writes as `0-1,3`.
    static List<Integer> numbers(String text) {
        List<Integer> numbers = new ArrayList<>();
        for (String range : text.strip().split(",", -1)) {
            if (range.isEmpty()) {
                continue;
            }
            int dash = range.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int last = Integer.parseInt(dash < 0 ? range : range.substring(dash + 1));
            for (int number = first; number <= last; number++) {
                numbers.add(number);
            }
        }
        return numbers;
    }
}
