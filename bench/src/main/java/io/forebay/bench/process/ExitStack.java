package io.forebay.bench.process;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// What has to be undone at the end, last first: processes to stop, files to delete. Undone exactly once, on [#close]
/// or
/// when the JVM is told to end (Ctrl-C, SIGTERM), whichever comes first.
///
/// Safe from any thread. What is deferred after the end is undone at once.
public final class ExitStack implements AutoCloseable {
    private final Deque<Undo> undos = new ArrayDeque<>();
    private final Thread hook = new Thread(this::undoAll, "exit-stack");
    private boolean ended;

    private ExitStack() {}

    /// Gives something back.
    @FunctionalInterface
    public interface Undo {
        void run() throws Exception;
    }

    /// An empty stack that the JVM's end will close.
    public static ExitStack open() {
        ExitStack stack = new ExitStack();
        Runtime.getRuntime().addShutdownHook(stack.hook);
        return stack;
    }

    /// `undo` runs at the end, before everything deferred so far.
    public void defer(Undo undo) {
        boolean late;
        synchronized (undos) {
            late = ended;
            if (!late) {
                undos.push(undo);
            }
        }
        if (late) {
            attempt(undo);
        }
    }

    @Override
    public void close() {
        undoAll();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ended) {
            // The JVM is ending, and its hook finds nothing left to do.
        }
    }

    private void undoAll() {
        for (Undo undo = next(); undo != null; undo = next()) {
            attempt(undo);
        }
    }

    private @Nullable Undo next() {
        synchronized (undos) {
            ended = true;
            return undos.poll();
        }
    }

    /// One failure must not keep the rest from being undone; there is nobody left to tell but the user.
    private static void attempt(Undo undo) {
        try {
            undo.run();
        } catch (Exception e) {
            System.err.println("forebay: clean-up: " + e);
        }
    }
}
