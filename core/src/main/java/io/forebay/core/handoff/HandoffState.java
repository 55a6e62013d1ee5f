package io.forebay.core.handoff;

/// How a block of a barrier's scope stands.
public enum HandoffState {
    /// The master has applied its registration, it is resident, and it stays for the time of a handoff lease.
    LEASED,
    /// As LEASED, but nothing keeps it from being evicted; or it is on its node's SSD alone.
    REGISTERED,
    /// It is resident or on SSD, and the master has not applied its registration.
    PENDING,
    /// Somebody is still writing it, this request or another one.
    UNSEALED,
    /// There was no room for it; at level ON_SSD, its node has it in memory and could not write it to SSD.
    REFUSED,
    /// It was here and is no longer.
    GONE
}
