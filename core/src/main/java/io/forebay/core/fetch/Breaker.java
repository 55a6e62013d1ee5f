package io.forebay.core.fetch;

/// The breaker of one peer, or of one device: after three failures that blame it within 10 s nobody asks it for a
/// while, then one fetch at a time tries it.
///
/// | | asked | answered | failed | dropped |
/// | --- | --- | --- | --- | --- |
/// | CLOSED | CLOSED | CLOSED | CLOSED; OPEN for 1 s at the third within 10 s | CLOSED |
/// | OPEN | refused until the pause is over; then HALF_OPEN, the asker is the probe | CLOSED | OPEN | OPEN |
/// | HALF_OPEN | refused | CLOSED | OPEN for twice the last pause, at most 30 s | OPEN, its pause over |
///
/// *Answered* is any answer of the peer itself, also that it does not have a block; *dropped* is an attempt that ended
/// without a word about the peer. Word of attempts that began earlier counts like that of the probe: an answer is an
/// answer, and a peer that still fails is not to be asked.
///
/// The clock is passed in. Not safe for several threads; one writer.
public final class Breaker {
    static final int FAILURES = 3;
    static final long WINDOW_NANOS = 10_000_000_000L;
    static final long FIRST_PAUSE_NANOS = 1_000_000_000L;
    static final long LAST_PAUSE_NANOS = 30_000_000_000L;

    /// The rows of the table.
    enum State {
        CLOSED,
        OPEN,
        HALF_OPEN
    }

    private State state = State.CLOSED;
    private long pauseNanos;
    private long pauseEndNanos;

    /// When the last failures were, the latest at the end; `failures` of them count.
    private final long[] failedNanos = new long[FAILURES];

    private int failures;

    State state() {
        return state;
    }

    /// Whether the peer may be asked now. Changes nothing.
    public boolean admits(long nowNanos) {
        return switch (state) {
            case CLOSED -> true;
            case OPEN -> nowNanos - pauseEndNanos >= 0;
            case HALF_OPEN -> false;
        };
    }

    /// Whether it is left alone now: open, its pause not over.
    public boolean isOpen(long nowNanos) {
        return state == State.OPEN && !admits(nowNanos);
    }

    /// The peer is asked now, which it [admits].
    public void asked() {
        if (state == State.OPEN) {
            state = State.HALF_OPEN;
        }
    }

    /// It answered, whatever it said.
    public void answered() {
        if (state != State.CLOSED) {
            state = State.CLOSED;
            failures = 0;
        }
    }

    /// It failed, and is to blame.
    public void failed(long nowNanos) {
        switch (state) {
            case CLOSED -> {
                remember(nowNanos);
                if (failures == FAILURES && nowNanos - failedNanos[0] < WINDOW_NANOS) {
                    open(FIRST_PAUSE_NANOS, nowNanos);
                }
            }
            case OPEN -> {}
            case HALF_OPEN -> open(Math.min(2 * pauseNanos, LAST_PAUSE_NANOS), nowNanos);
        }
    }

    private void remember(long nowNanos) {
        if (failures == FAILURES) {
            System.arraycopy(failedNanos, 1, failedNanos, 0, FAILURES - 1);
            failures--;
        }
        failedNanos[failures++] = nowNanos;
    }

    private void open(long pause, long nowNanos) {
        state = State.OPEN;
        pauseNanos = pause;
        pauseEndNanos = nowNanos + pause;
    }

    /// The attempt ended without a word about it.
    public void dropped(long nowNanos) {
        if (state == State.HALF_OPEN) {
            state = State.OPEN;
            pauseEndNanos = nowNanos;
        }
    }

    /// True when forgetting it changes nothing.
    boolean isIdle(long nowNanos) {
        return state == State.CLOSED && (failures == 0 || nowNanos - failedNanos[failures - 1] >= WINDOW_NANOS);
    }
}
