package io.forebay.core.ledger;

/// How a block stands between this node and the master; [RegistrationLedger] lists the transitions.
public enum KeyState {
    /// Not wanted, and the catalogue does not have it.
    ABSENT,
    /// Wanted, and the catalogue has not been told.
    DIRTY,
    /// Wanted, and its registration is in the batch in flight.
    IN_FLIGHT,
    /// Wanted, and the catalogue has applied its registration.
    REGISTERED,
    /// No longer wanted, and the catalogue may still have it: its memory must not be freed.
    RETIRING,
    /// It is gone without the master's grant, and the catalogue may still have it.
    GONE
}
