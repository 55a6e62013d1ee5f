package io.forebay.core.eviction;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A tier of so many blocks that a policy keeps, for tests.
final class Tier {
    final EvictionPolicy<Cell> policy;
    final Map<Long, Cell> resident = new HashMap<>();
    private final int capacity;
    long hits;

    Tier(EvictionPolicy<Cell> policy, int capacity) {
        this.policy = policy;
        this.capacity = capacity;
    }

    /// Plays a request; the room for it is made at its end.
    void play(SessionHint hint, long... ids) {
        policy.requested(BlockPath.of(ids), hint);
        boolean missed = false;
        for (long id : ids) {
            Cell present = resident.get(id);
            missed |= present == null;
            if (present == null) {
                admit(new Cell(id));
            } else {
                policy.used(present);
                hits += missed ? 0 : 1;
            }
        }
        while (resident.size() > capacity) {
            drop(someVictim());
        }
    }

    void play(long... ids) {
        play(SessionHint.NONE, ids);
    }

    void admit(Cell cell) {
        resident.put(cell.id, cell);
        policy.admitted(cell);
    }

    void drop(Cell cell) {
        resident.remove(cell.id);
        policy.gone(cell);
    }

    /// A resident block.
    Cell cell(long id) {
        return Objects.requireNonNull(resident.get(id));
    }

    /// Where there must be one.
    Cell someVictim() {
        return Objects.requireNonNull(victim(), "a victim");
    }

    @Nullable
    Cell victim() {
        return policy.victim(Cell::stayNanos, 0);
    }
}
