package io.forebay.sim.trace;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/// What a policy that knows the future could hit: Belady's rule with bypass. Of a request's blocks and the resident
/// ones those stay that are used again soonest; of equals, the shallower. A block is touched only with all blocks
/// before it, so what stays is closed under prefixes, each hit is a prefix hit, and no policy has more.
public final class ClairvoyantBound {
    private static final int NEVER = Integer.MAX_VALUE;

    private final int[][] requests;
    private final int[][] nextUse;
    private final int blocks;

    /// A resident block as it was queued; void when its next use is another one by now.
    private record Queued(int block, int nextUse, int depth) {}

    /// @param trace that is to be played
    public ClairvoyantBound(List<TraceRequest> trace) {
        Map<Long, Integer> numbers = new HashMap<>();
        requests = new int[trace.size()][];
        nextUse = new int[trace.size()][];
        for (int r = 0; r < requests.length; r++) {
            requests[r] = trace.get(r).hashIds().stream()
                    .mapToInt(id -> numbers.computeIfAbsent(id, each -> numbers.size()))
                    .toArray();
        }
        blocks = numbers.size();
        int[] next = new int[blocks];
        Arrays.fill(next, NEVER);
        for (int r = requests.length - 1; r >= 0; r--) {
            nextUse[r] = new int[requests[r].length];
            for (int i = 0; i < requests[r].length; i++) {
                nextUse[r][i] = next[requests[r][i]];
                next[requests[r][i]] = r;
            }
        }
    }

    /// Prefix hits with so many blocks of room.
    public long hits(int capacityBlocks) {
        int[] nextOf = new int[blocks];
        boolean[] resident = new boolean[blocks];
        PriorityQueue<Queued> furthest = new PriorityQueue<>((one, other) -> one.nextUse() == other.nextUse()
                ? Integer.compare(other.depth(), one.depth())
                : Integer.compare(other.nextUse(), one.nextUse()));
        long hits = 0;
        int size = 0;
        for (int r = 0; r < requests.length; r++) {
            for (int i = 0; i < requests[r].length; i++) {
                int block = requests[r][i];
                hits += resident[block] ? 1 : 0;
                size += resident[block] ? 0 : 1;
                resident[block] = true;
                nextOf[block] = nextUse[r][i];
                furthest.add(new Queued(block, nextOf[block], i));
            }
            while (size > capacityBlocks) {
                Queued victim = furthest.remove();
                if (resident[victim.block()] && nextOf[victim.block()] == victim.nextUse()) {
                    resident[victim.block()] = false;
                    size--;
                }
            }
        }
        return hits;
    }
}
