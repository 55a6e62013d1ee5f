package io.forebay.node;

import io.forebay.core.instance.InstanceId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Instances that have ended, or have extents in quarantine, until no process of theirs lives any more: only that
/// proves that nobody writes there (architecture, decision 12). Then their quarantine ends and their lock file goes.
/// Asks once a second, on a mover. Loop thread otherwise.
final class Departures {
    private static final Logger log = LoggerFactory.getLogger(Departures.class);
    private static final long PERIOD_NANOS = 1_000_000_000L;

    private final Loop loop;
    private final Executor movers;
    private final Predicate<Path> lockHeld;
    private final Room room;
    private final Map<InstanceId, Path> waiting = new HashMap<>();

    Departures(NodeParts parts, Room room) {
        this.loop = parts.loop();
        this.movers = parts.movers();
        this.lockHeld = parts.lockHeld();
        this.room = room;
    }

    /// Waits for the instance's processes from now on, unless it does already.
    void await(InstanceId instance, Path lockFile) {
        if (waiting.put(instance, lockFile) == null) {
            ask(instance, lockFile);
        }
    }

    private void ask(InstanceId instance, Path lockFile) {
        movers.execute(() -> {
            boolean held = lockHeld.test(lockFile);
            if (!held) {
                delete(lockFile);
            }
            loop.post(() -> answered(instance, lockFile, held));
        });
    }

    /// A process that comes back to the same name makes the file anew.
    private static void delete(Path lockFile) {
        try {
            Files.deleteIfExists(lockFile);
        } catch (IOException e) {
            log.warn("cannot delete {}: {}", lockFile, e.getMessage());
        }
    }

    private void answered(InstanceId instance, Path lockFile, boolean held) {
        if (held) {
            loop.after(PERIOD_NANOS, () -> ask(instance, lockFile));
            return;
        }
        waiting.remove(instance);
        room.endQuarantine(Saves.holder(instance));
    }
}
