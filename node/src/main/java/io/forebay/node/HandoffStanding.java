package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.handoff.HandoffState;
import io.forebay.core.ledger.KeyState;
import io.forebay.core.ledger.RegistrationLedger;

/// How blocks of a handoff stand, asked of the parts that know. Loop thread only.
final class HandoffStanding implements RegisteredWaiter.Standing {
    private final NodeParts parts;
    private final Books books;
    private final Residents residents;
    private final Saves saves;

    /// Where it is written what the master knows.
    ///
    /// @param memory the ledger of what is in memory
    /// @param disk the ledger of what is on SSD
    record Books(RegistrationLedger memory, RegistrationLedger disk, MasterSession session) {}

    HandoffStanding(NodeParts parts, Books books, Residents residents, Saves saves) {
        this.parts = parts;
        this.books = books;
        this.residents = residents;
        this.saves = saves;
    }

    @Override
    public HandoffState state(BlockKey key) {
        if (residents.find(key) == null) {
            return saves.find(key) == null ? onDisk(key) : HandoffState.UNSEALED;
        }
        if (!books.session.isOpen() || books.memory.state(key) != KeyState.REGISTERED) {
            return HandoffState.PENDING;
        }
        boolean leased = books.memory.isLeased(key, parts.loop().nanoTime());
        return leased ? HandoffState.LEASED : HandoffState.REGISTERED;
    }

    /// Of a block that is in memory no more: others find it on this node's SSD, too.
    private HandoffState onDisk(BlockKey key) {
        if (!parts.disk().has(key)) {
            return HandoffState.GONE;
        }
        boolean told = books.session.isOpen() && books.disk.state(key) == KeyState.REGISTERED;
        return told ? HandoffState.REGISTERED : HandoffState.PENDING;
    }

    @Override
    public boolean lease(BlockKey key) {
        ResidentBlock block = residents.find(key);
        return block != null && residents.lease(block, parts.loop().nanoTime());
    }

    @Override
    public boolean mustStay(BlockKey key) {
        return books.memory.mustStay(key, parts.loop().nanoTime());
    }

    @Override
    public long masterEpoch() {
        return books.session.masterEpoch();
    }
}
