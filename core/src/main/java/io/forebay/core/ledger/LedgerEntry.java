package io.forebay.core.ledger;

import io.forebay.core.block.BlockKey;

/// What a [RegistrationLedger] knows of one key, from which its [KeyState] follows. Changed by the ledger alone.
final class LedgerEntry {
    final BlockKey key;
    /// Whether the master shall have it.
    boolean wanted;
    /// The last word to the master in this session, in flight included: true for registered.
    boolean told;
    /// Whether that word is in the batch in flight.
    boolean inFlight;

    LedgerEntry(BlockKey key) {
        this.key = key;
    }

    boolean isDirty() {
        return wanted != told;
    }

    KeyState state() {
        if (!wanted) {
            return KeyState.RETIRING;
        }
        if (!told) {
            return KeyState.DIRTY;
        }
        return inFlight ? KeyState.IN_FLIGHT : KeyState.REGISTERED;
    }
}
