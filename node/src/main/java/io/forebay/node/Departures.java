package io.forebay.node;

import io.forebay.core.instance.InstanceId;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/// Instances that have ended, or have extents in quarantine, until no process of theirs lives any more: only that
/// proves that nobody writes there (architecture, decision 12). Then their quarantine ends. Asks once a second, on a
/// mover. Loop thread otherwise.
///
/// The lock file stays until the pool goes: a process that comes back to the name must find the very file that is
/// asked.
final class Departures {
    private static final long PERIOD_NANOS = 1_000_000_000L;

    private final Loop loop;
    private final Executor movers;
    private final Predicate<Path> lockHeld;
    private final Room room;
    /// True once the instance had more to wait for after the question under way was asked.
    private final Map<InstanceId, Boolean> waiting = new HashMap<>();

    Departures(NodeParts parts, Room room) {
        this.loop = parts.loop();
        this.movers = parts.movers();
        this.lockHeld = parts.lockHeld();
        this.room = room;
    }

    /// Waits for the instance's processes from now on, unless it does already.
    void await(InstanceId instance, Path lockFile) {
        if (waiting.put(instance, true) == null) {
            ask(instance, lockFile);
        }
    }

    private void ask(InstanceId instance, Path lockFile) {
        waiting.put(instance, false);
        movers.execute(() -> {
            boolean held = lockHeld.test(lockFile);
            loop.post(() -> answered(instance, lockFile, held));
        });
    }

    private void answered(InstanceId instance, Path lockFile, boolean held) {
        if (held) {
            loop.after(PERIOD_NANOS, () -> ask(instance, lockFile));
            return;
        }
        if (waiting.getOrDefault(instance, false)) {
            ask(instance, lockFile); // the answer is older than what it is wanted for
            return;
        }
        waiting.remove(instance);
        room.endQuarantine(Saves.holder(instance));
    }
}
