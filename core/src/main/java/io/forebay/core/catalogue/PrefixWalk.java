package io.forebay.core.catalogue;

import io.forebay.core.block.BlockHash;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// One walk along an asked chain, which answers a [PrefixQuery]: from the first hash on, how far does each visible
/// owner go in its memory, or if nobody has the first one there, on its SSD? From where the longest ends, the same
/// again.
///
/// A pass carries one number for each session: the index behind the last hash up to which it had everything. A
/// replica of hash `i` lifts it from `i` to `i + 1` and from nowhere else, so one look at each replica is enough and
/// the pass ends at the first hash that lifts nobody. Passes never overlap: the whole walk is O(hashes + their
/// replicas).
///
/// Reads only. Confined to one query.
final class PrefixWalk {
    /// Passes after the first; a chain in more pieces than this is worth recomputing from there.
    static final int MAX_SPLICES = 16;

    private static final Comparator<OwnerRun> LONGEST_FIRST = Comparator.comparingInt(OwnerRun::length)
            .reversed()
            .thenComparing(run -> run.node().name());

    private final Map<Tier, Shelf> shelves;
    private final List<BlockHash> hashes;
    private final Predicate<Session> visible;
    private final int[] reached;

    /// @param shelves of the asked namespace, for each tier in which it has blocks
    /// @param visible the sessions that may be named
    /// @param indexLimit one more than the highest index of a session
    PrefixWalk(Map<Tier, Shelf> shelves, List<BlockHash> hashes, Predicate<Session> visible, int indexLimit) {
        this.shelves = shelves;
        this.hashes = hashes;
        this.visible = visible;
        this.reached = new int[indexLimit];
    }

    /// The runs, in the order that [PrefixReply] promises.
    List<OwnerRun> runs() {
        List<OwnerRun> runs = new ArrayList<>();
        int from = 0;
        for (int pass = 0; pass <= MAX_SPLICES && from < hashes.size(); pass++) {
            List<OwnerRun> found = pass(Tier.MEMORY, from);
            found = found.isEmpty() ? pass(Tier.LOCAL_DISK, from) : found;
            if (found.isEmpty()) {
                break;
            }
            runs.addAll(found);
            from = found.getFirst().end();
        }
        return runs;
    }

    private List<OwnerRun> pass(Tier tier, int from) {
        Shelf shelf = shelves.get(tier);
        List<Session> starters = starters(shelf, from);
        starters.forEach(session -> reached[session.index] = from + 1);
        boolean lifted = !starters.isEmpty();
        for (int i = from + 1; lifted && i < hashes.size(); i++) {
            lifted = lift(shelf, i);
        }
        return starters.stream()
                .map(session -> run(session, tier, from))
                .sorted(LONGEST_FIRST)
                .toList();
    }

    /// Who has the hash. One that is being taken out of service is named where nobody else has it, and only there: so
    /// who needs a block that is on such a node alone takes it over.
    private List<Session> starters(@Nullable Shelf shelf, int from) {
        List<Session> staying = new ArrayList<>();
        List<Session> draining = new ArrayList<>();
        for (Replica replica = first(shelf, from); replica != null; replica = replica.nextOfBlock) {
            if (visible.test(replica.session)) {
                (replica.session.draining ? draining : staying).add(replica.session);
            }
        }
        return staying.isEmpty() ? draining : staying;
    }

    private boolean lift(@Nullable Shelf shelf, int i) {
        boolean lifted = false;
        for (Replica replica = first(shelf, i); replica != null; replica = replica.nextOfBlock) {
            int index = replica.session.index;
            if (reached[index] == i) {
                reached[index] = i + 1;
                lifted = true;
            }
        }
        return lifted;
    }

    private @Nullable Replica first(@Nullable Shelf shelf, int i) {
        Block block = ReplicaTable.block(shelf, hashes.get(i));
        return block == null ? null : block.firstReplica;
    }

    private OwnerRun run(Session session, Tier tier, int from) {
        int length = reached[session.index] - from;
        long lastBatch = session.in(tier).lastBatch();
        return new OwnerRun(session.node, session.boot, session.id, session.address, from, length, lastBatch, tier);
    }
}
