package io.forebay.memory.backing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The part of a pool's data area that is one arena. Together the arenas of a pool are the whole of it, in
/// order.
///
/// @param numaNode the kernel's number of the node whose memory it has; 0 where the pool has one arena, bound
///     to none
/// @param offsetBytes from the start of the data area, a multiple of 2 MiB
/// @param sizeBytes a multiple of 2 MiB too, but for the last arena's and the prefetch buffer's
/// @param bound whether the memory is asked of that node
public record ArenaRange(int numaNode, long offsetBytes, long sizeBytes, boolean bound) {

    /// Splits a data area: as evenly as whole units of 2 MiB allow, which no huge page crosses. The last arena
    /// has what is over.
    ///
    /// @throws IOException when a node that was named cannot be used, or there are more nodes than units
    static List<ArenaRange> split(long dataBytes, NumaChoice choice, NumaTopology topology) throws IOException {
        long units = dataBytes / PageKind.HUGE_BYTES;
        return switch (choice) {
            case NumaChoice.Off off -> one(dataBytes);
            case NumaChoice.Auto auto ->
                topology.near().size() < 2 || topology.near().size() > units
                        ? one(dataBytes)
                        : among(topology.near(), dataBytes);
            case NumaChoice.Nodes(List<Integer> numbers) -> {
                for (int number : numbers) {
                    require(
                            topology.usable().contains(number),
                            "names node " + number + "; those with memory for this process are " + topology.usable());
                }
                require(
                        numbers.size() <= Math.max(1, units),
                        "names " + numbers.size() + " nodes; the pool has room for " + units + " arenas of 2 MiB");
                yield among(numbers, dataBytes);
            }
        };
    }

    private static List<ArenaRange> one(long dataBytes) {
        return List.of(new ArenaRange(0, 0, dataBytes, false));
    }

    private static List<ArenaRange> among(List<Integer> nodes, long dataBytes) {
        List<ArenaRange> arenas = new ArrayList<>();
        long units = dataBytes / PageKind.HUGE_BYTES;
        long start = 0;
        for (int i = 1; i <= nodes.size(); i++) {
            long end = i == nodes.size() ? dataBytes : units * i / nodes.size() * PageKind.HUGE_BYTES;
            arenas.add(new ArenaRange(nodes.get(i - 1), start, end - start, true));
            start = end;
        }
        return arenas;
    }

    private static void require(boolean holds, String problem) throws IOException {
        if (!holds) {
            throw new IOException("pool.numa " + problem);
        }
    }
}
