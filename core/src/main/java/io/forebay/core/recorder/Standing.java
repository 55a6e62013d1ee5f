package io.forebay.core.recorder;

import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.ReplicaStatus;
import io.forebay.core.ledger.KeyState;
import java.util.Locale;

/// How a block stands now, as one process sees it.
public sealed interface Standing {
    Namespace namespace();

    /// For people, without the namespace.
    String words();

    /// Where the block is in a node's memory.
    enum Presence {
        /// Engines are writing it.
        UNSEALED,
        /// A fetch is bringing it.
        ARRIVING,
        /// It is in the pool.
        RESIDENT,
        /// It is in the pool, and the master has been asked to forget it.
        RETIRING
    }

    /// On a node.
    ///
    /// @param holds leases, locks and queries that keep it in place
    /// @param ledger how it stands between node and master
    /// @param stayNanos for how long it is leased from now on; 0 for not
    record OnNode(Namespace namespace, Presence presence, long bytes, int holds, KeyState ledger, long stayNanos)
            implements Standing {
        @Override
        public String words() {
            return switch (presence) {
                case UNSEALED -> "being written, not sealed";
                case ARRIVING -> "not here, a fetch is bringing it";
                case RESIDENT, RETIRING ->
                    "%s, %d bytes; ledger: %s; held by %d; %s"
                            .formatted(
                                    presence.name().toLowerCase(Locale.ROOT),
                                    bytes,
                                    ledger.name().toLowerCase(Locale.ROOT),
                                    holds,
                                    stay(stayNanos));
            };
        }
    }

    /// On a node's SSD.
    ///
    /// @param ledger how it stands between node and master
    record OnSsd(Namespace namespace, KeyState ledger) implements Standing {
        @Override
        public String words() {
            return "on SSD; ledger: " + ledger.name().toLowerCase(Locale.ROOT);
        }
    }

    /// A replica in the catalogue.
    record InCatalogue(Namespace namespace, ReplicaStatus replica) implements Standing {
        @Override
        public String words() {
            return "owner %s, session %d, %s, %s; %s"
                    .formatted(
                            replica.node(),
                            replica.session().number(),
                            switch (replica.tier()) {
                                case MEMORY -> "in memory";
                                case LOCAL_DISK -> "on SSD";
                            },
                            replica.visible() ? "visible" : "invisible",
                            stay(replica.leaseNanos()));
        }
    }

    private static String stay(long nanos) {
        return nanos > 0 ? "leased for " + nanos / 1_000_000 + " ms more" : "not leased";
    }
}
