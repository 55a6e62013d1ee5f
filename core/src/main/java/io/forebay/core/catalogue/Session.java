package io.forebay.core.catalogue;

import io.forebay.core.prefetch.Readings;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;

/// One session, open or ended, with what it has in each tier. Changed by [Sessions].
final class Session {
    final SessionId id;
    final NodeId node;
    final long boot;
    /// A small number that no other session in memory has, ended ones included; an index for [PrefixWalk].
    final int index;

    String address;
    final String httpAddress;
    boolean open = true;
    long heardNanos;
    /// What the node last said of its room.
    Readings readings = Readings.NONE;
    /// Whether the node is being taken out of service.
    boolean draining;
    /// Silences after which the node was heard again.
    long silences;
    /// Its replicas that the node has yet to be asked about.
    final Suspects suspects = new Suspects();
    /// Whether the node has yet to catch up after the last of them.
    boolean hidden;

    private final Holdings memory = new Holdings();
    private final Holdings disk = new Holdings();

    Session(Durable.SessionOpened opened, int index) {
        this.id = opened.session();
        this.node = opened.node();
        this.boot = opened.boot();
        this.address = opened.address();
        this.httpAddress = opened.httpAddress();
        this.heardNanos = opened.atNanos();
        this.index = index;
        this.disk.inventoryEnded = !opened.localDisk();
    }

    Holdings in(Tier tier) {
        return switch (tier) {
            case MEMORY -> memory;
            case LOCAL_DISK -> disk;
        };
    }

    /// In all tiers.
    int replicas() {
        return memory.replicas + disk.replicas;
    }

    long silentNanos(long nowNanos) {
        return nowNanos - heardNanos;
    }
}
