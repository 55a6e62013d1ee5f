package io.forebay.core.recorder;

/// What became of a block, on a node or in the master's catalogue, with its reason where there are several. `%s` in
/// the words stands for the other one it concerns ([Happening.Blocks#with]).
public enum BlockChange {
    /// An engine has sealed its last slot: it is resident.
    SAVED("saved for request %s"),
    /// The master has applied its registration.
    REGISTERED("registered with the master"),
    /// It is on this node's SSD from now on.
    STORED("written to SSD"),
    /// A barrier has asked the master to let it stay for a while, and the master has applied that.
    LEASED("the master has leased it for a barrier"),
    /// A peer was told where it lies; it is locked meanwhile.
    SERVED("locked and described to %s, which reads it"),
    /// A peer did not give its lock back in time.
    LOCK_EXPIRED("a peer's transfer lock ran out"),
    /// An engine did not give its lease back in time.
    LEASE_EXPIRED("an engine's lease ran out"),
    /// The pool is nearly full: the master is asked to forget the replica.
    PROPOSED("proposed to the master to be evicted for room"),
    /// The master lets it stay for now.
    REFUSED("the master refused to let it go: it is leased, or the inventory is not complete"),
    /// It was asked for, or saved again, while it was to be evicted.
    KEPT("used again: it is not to be evicted any more"),
    /// Evicted for room, and the master had agreed.
    FREED_FOR_ROOM("freed for room, granted by the master"),
    /// Evicted for room before the master ever heard of it.
    FREED_UNREGISTERED("freed for room before it was registered"),
    /// Evicted for room without a grant.
    FREED_MASTER_AWAY("freed for room without a grant: the master was away"),
    /// Evicted for room without a grant.
    FREED_MASTER_LATE("freed for room without a grant: the master did not answer in time"),
    /// Evicted for room without a grant.
    FREED_MASTER_REFUSED("freed for room without a grant: the master let nothing go"),
    /// Its bytes were found not to be those that were sealed: it is served no more, and the master is told.
    DAMAGED("found damaged (corrupt): not served any more, the master is told that it is gone"),
    /// It was found damaged, and nothing holds it any more.
    FREED_DAMAGED("freed, since it was found damaged"),
    /// Somebody asked to drop it: it is not found here any more.
    DROPPED("dropped on request: not found here any more"),
    /// It was dropped on request, and nothing holds it any more.
    FREED_DROPPED("freed, since it was dropped on request"),
    /// Reserved, never sealed, and nobody touched it for too long.
    DROPPED_UNTOUCHED("expired unsealed: nobody touched it in time; its memory is in quarantine"),
    /// Reserved and never sealed by an instance that has ended.
    DROPPED_ENDED("dropped unsealed: instance %s has ended; its memory is in quarantine"),
    /// Reserved, and given back unwritten.
    ABORTED("given back unwritten by instance %s"),
    /// In the catalogue: a node has it from now on.
    CATALOGUE_ADDED("registered by %s"),
    /// In the catalogue: its node asked to forget it, and may.
    CATALOGUE_GRANTED("%s asked to evict it and may"),
    /// In the catalogue: its node asked to forget it, and must keep it for now.
    CATALOGUE_REFUSED("%s asked to evict it and must keep it: it is leased, or the inventory is not complete"),
    /// In the catalogue: its node no longer has it, and did not ask.
    CATALOGUE_GONE("%s says that it is gone: freed without a grant, or damaged"),
    /// In the catalogue: a reader says that the replica is damaged or missing; its node is asked.
    CATALOGUE_SUSPECTED("a reader says that the replica of %s is damaged or missing; its node is asked"),
    /// In the catalogue: the replica has a lease.
    CATALOGUE_LEASED("the replica of %s is leased"),
    /// In the catalogue: somebody wants it in memory, and it has a task.
    PROMOTION_QUEUED("wanted in memory: %s is to read it from SSD"),
    /// In the catalogue: somebody wants it in memory, and there is no room for a task now.
    PROMOTION_THROTTLED("wanted in memory, and throttled: it is tried again by itself"),
    /// In the catalogue: its task is done.
    PROMOTED("%s has read it from SSD into memory, ahead of need"),
    /// In the catalogue: its task came to nothing.
    PROMOTION_FAILED("%s could not read it into memory: no room, a damaged record or a failing device"),
    /// In the catalogue: its task came to nothing.
    PROMOTION_EXPIRED("%s did not read it into memory before its time was over"),
    /// In the catalogue: its task came to nothing.
    PROMOTION_CANCELLED("%s need not read it into memory: nobody wants it any more, or its record or its node is gone"),
    /// In the catalogue: its task came to nothing.
    PROMOTION_SUPERSEDED("in memory by another way before %s had read it");

    private final String words;

    BlockChange(String words) {
        this.words = words;
    }

    String words(String with) {
        return words.replace("%s", with);
    }
}
