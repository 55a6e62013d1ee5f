package io.forebay.core.ledger;

import io.forebay.core.block.BlockKey;

/// What a [RegistrationLedger] knows of one key, from which its [KeyState] follows. Changed by the ledger alone.
final class LedgerEntry {
    final BlockKey key;
    /// Whether the master shall have it.
    boolean wanted;
    /// While it is not wanted: whether it is gone already, whatever the master says.
    boolean gone;
    /// The last word to the master in this session, in flight included: true for registered.
    boolean told;
    /// Whether that word is in the batch in flight.
    boolean inFlight;
    /// Whether its registration repeats that of an earlier session: then it belongs to this one's inventory.
    boolean backfill;
    /// It stays until then, since the master refused to let it go or a barrier covers it; meaningful once [#stays].
    long stayUntilNanos;
    /// Whether it ever had to stay.
    boolean stays;
    /// Whether the master has applied a lease of it in this session.
    boolean leased;

    LedgerEntry(BlockKey key) {
        this.key = key;
    }

    boolean isDirty() {
        return wanted != told;
    }

    KeyState state() {
        if (!wanted) {
            return gone ? KeyState.GONE : KeyState.RETIRING;
        }
        if (!told) {
            return KeyState.DIRTY;
        }
        return inFlight ? KeyState.IN_FLIGHT : KeyState.REGISTERED;
    }

    void stayUntil(long untilNanos) {
        stayUntilNanos = stays && stayUntilNanos - untilNanos > 0 ? stayUntilNanos : untilNanos;
        stays = true;
    }

    boolean mustStay(long nowNanos) {
        return stayNanos(nowNanos) > 0;
    }

    /// Time left; 0 if it may go.
    long stayNanos(long nowNanos) {
        return stays ? Math.max(0, stayUntilNanos - nowNanos) : 0;
    }

    /// Back to what a new session knows of it: nothing.
    void forgotten() {
        backfill |= !wanted || (told && !inFlight);
        wanted = true;
        told = false;
        inFlight = false;
        leased = false;
    }
}
