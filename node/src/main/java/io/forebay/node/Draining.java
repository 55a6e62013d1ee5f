package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.prefetch.Readings;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/// Whether this node is being taken out of service, and what is left to do for that. Loop thread only.
///
/// ```
/// IN SERVICE ──turn(true)──▶ DRAINING ──turn(false)──▶ IN SERVICE
/// ```
/// | while it drains | |
/// | --- | --- |
/// | a save asks for room | there is none: `SHUTTING_DOWN`; what is reserved already is sealed as ever |
/// | an engine's query, a peer's query | served as ever: who needs a block that is only here takes it over |
/// | promotions | the master hears that none are taken; those in hand end as they would |
/// | blocks in memory | written to this node's SSD, if it has one, so that its next start has them |
/// | the session is lost, the master starts anew | every heartbeat says it anew |
/// | the process ends | the next start is in service |
final class Draining {
    /// So few that an SSD's queue is never full of them.
    private static final int WRITES = 4;

    private final Residents residents;
    private final Reservations reservations;
    private final LocalDisk disk;
    private final DiskWrites writes;
    private final Deque<BlockKey> unwritten = new ArrayDeque<>();
    private boolean on;

    Draining(Residents residents, Reservations reservations, LocalDisk disk, DiskWrites writes) {
        this.residents = residents;
        this.reservations = reservations;
        this.disk = disk;
        this.writes = writes;
    }

    boolean isOn() {
        return on;
    }

    /// Turns it; turning it to how it stands changes nothing. O(resident blocks) with an SSD.
    boolean turn(boolean to) {
        if (to != on) {
            on = to;
            reservations.drain(on);
            unwritten.clear();
            if (on && disk.isThere()) {
                residents.homes().forEach(home -> home.byHash.values().forEach(block -> unwritten.add(block.key)));
            }
            step();
        }
        return on;
    }

    /// Has some of what is left written. Called when a write has ended, and now and then.
    void step() {
        while (!unwritten.isEmpty() && writes.underWay() < WRITES) {
            ResidentBlock block = residents.find(unwritten.remove());
            if (block != null && !disk.has(block.key)) {
                writes.write(block);
            }
        }
    }

    /// What the master hears of this node's room.
    Readings readings(Readings ofRoom) {
        return on
                ? new Readings(
                        ofRoom.mainUsedBytes(),
                        ofRoom.mainBytes(),
                        ofRoom.bufferUsedBytes(),
                        ofRoom.bufferHeldBytes(),
                        ofRoom.bufferBytes(),
                        false,
                        ofRoom.blockBytes())
                : ofRoom;
    }

    void addGauges(Map<String, Long> gauges) {
        gauges.put("node_draining", on ? 1L : 0L);
        gauges.put("drain_blocks_unwritten", (long) unwritten.size());
    }
}
