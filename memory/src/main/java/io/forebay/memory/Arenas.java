package io.forebay.memory;

import io.forebay.memory.backing.ArenaRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The arenas of a pool, which together are all its granules, in order. Granules are counted over the whole
/// pool; no run crosses from one arena into the next, and a freed one goes back to the arena that it came from.
///
/// One thread, its owner's, but for [#numaNode] and the sizes, which never change.
final class Arenas {
    private final List<PoolArena> inOrder = new ArrayList<>();
    /// Those with the most free granules first, and of equal ones the lower.
    private final Comparator<PoolArena> emptiest =
            Comparator.comparingInt(PoolArena::freeGranules).reversed().thenComparingInt(PoolArena::firstGranule);

    Arenas(List<ArenaRange> ranges, int granuleBytes) {
        for (ArenaRange range : ranges) {
            inOrder.add(new PoolArena(range.numaNode(), (int) (range.offsetBytes() / granuleBytes), (int)
                    (range.sizeBytes() / granuleBytes)));
        }
    }

    /// The start of a run of so many granules, or [ExtentAllocator#NONE]; then nothing changed. It lies in that
    /// node's arena if there is one with room, else in the emptiest that has room.
    int allocate(int granules, int numaNode) {
        int start = ExtentAllocator.NONE;
        for (PoolArena arena : inOrder) {
            if (arena.numaNode() == numaNode) {
                start = allocateIn(arena, granules);
            }
        }
        return start == ExtentAllocator.NONE ? allocateAnywhere(granules) : start;
    }

    private int allocateAnywhere(int granules) {
        if (inOrder.size() == 1) {
            return allocateIn(inOrder.getFirst(), granules);
        }
        for (PoolArena arena : inOrder.stream().sorted(emptiest).toList()) {
            int start = allocateIn(arena, granules);
            if (start != ExtentAllocator.NONE) {
                return start;
            }
        }
        return ExtentAllocator.NONE;
    }

    private static int allocateIn(PoolArena arena, int granules) {
        int start = arena.allocator().allocate(granules);
        return start == ExtentAllocator.NONE ? start : arena.firstGranule() + start;
    }

    /// Gives a run back. Fails unless exactly this run was allocated.
    void free(int start, int granules) {
        PoolArena arena = of(start);
        arena.allocator().free(start - arena.firstGranule(), granules);
    }

    /// The length of the allocated run that starts there; 0 if none does.
    int lengthAt(int start) {
        PoolArena arena = of(start);
        return arena.allocator().lengthAt(start - arena.firstGranule());
    }

    /// The NUMA node of a granule. Any thread.
    int numaNode(int granule) {
        return of(granule).numaNode();
    }

    /// The node whose arena has most room.
    int emptiestNode() {
        return inOrder.stream().min(emptiest).orElseThrow().numaNode();
    }

    boolean has(int numaNode) {
        return inOrder.stream().anyMatch(arena -> arena.numaNode() == numaNode);
    }

    int usedGranules() {
        return inOrder.stream()
                .mapToInt(arena -> arena.allocator().usedGranules())
                .sum();
    }

    /// The longest run that could be allocated now; 0 when everything is.
    int longestFree() {
        return inOrder.stream()
                .mapToInt(arena -> arena.allocator().longestFree())
                .max()
                .orElse(0);
    }

    /// The longest run that could ever be.
    int largest() {
        return inOrder.stream().mapToInt(PoolArena::granules).max().orElse(0);
    }

    /// How many runs of that length there could be at one time.
    long most(int granules) {
        return inOrder.stream().mapToLong(arena -> arena.granules() / granules).sum();
    }

    List<PoolArena> inOrder() {
        return List.copyOf(inOrder);
    }

    private PoolArena of(int granule) {
        PoolArena found = inOrder.getFirst();
        for (PoolArena arena : inOrder) {
            if (arena.firstGranule() <= granule) {
                found = arena;
            }
        }
        return found;
    }
}
