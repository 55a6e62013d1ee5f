package io.forebay.memory.ssd.device;

import org.jspecify.annotations.Nullable;

/// Keeps the two words of a listener in order where two threads say them: *over* is never heard before
/// *finished*.
final class Ending {
    private boolean finished;
    private @Nullable Runnable over;

    /// Says the first word, and the second if it has come meanwhile.
    void finish(Runnable word) {
        word.run();
        Runnable second;
        synchronized (this) {
            finished = true;
            second = over;
        }
        if (second != null) {
            second.run();
        }
    }

    /// Says the second word, now or when the first one has been said.
    void over(Runnable word) {
        synchronized (this) {
            if (!finished) {
                over = word;
                return;
            }
        }
        word.run();
    }
}
