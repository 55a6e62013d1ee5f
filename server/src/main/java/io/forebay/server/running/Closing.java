package io.forebay.server.running;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What to close, the last opened first: each owner's way to free everything on each path. Used by one thread at a
/// time.
public final class Closing implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

    private record Step(String what, AutoCloseable action) {}

    private final Deque<Step> steps = new ArrayDeque<>();

    /// Remembers to close `resource`, and hands it on.
    public <T extends AutoCloseable> T add(String what, T resource) {
        steps.push(new Step(what, resource));
        return resource;
    }

    /// Remembers to do `action`.
    public void then(String what, AutoCloseable action) {
        steps.push(new Step(what, action));
    }

    /// Closes everything; what fails is logged and the rest goes on. Closing again does nothing.
    @Override
    public void close() {
        for (Step step = steps.poll(); step != null; step = steps.poll()) {
            try {
                step.action.close();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            } catch (Exception failed) {
                LOG.atWarn().addKeyValue("what", step.what).setCause(failed).log("could not close");
            }
        }
    }
}
