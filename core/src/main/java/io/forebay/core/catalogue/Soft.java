package io.forebay.core.catalogue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.prefetch.PrefetchEvent;
import io.forebay.core.prefetch.Readings;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.List;

/// An event that is applied and never journalled.
public sealed interface Soft extends Event {
    /// The node of this session was heard. Losing it: the node is invisible until its next heartbeat.
    ///
    /// @param atNanos on the clock of the master that decided it
    record NodeSeen(SessionId session, long atNanos) implements Soft {}

    /// The node of this session had been silent for too long when it was heard: no query names it until it has caught
    /// up. Losing it: the node is silent to whoever lost it, and hidden when it is heard.
    ///
    /// @param silence its number in this session, from 1
    record NodeHidden(SessionId session, long silence) implements Soft {}

    /// What the node sent after its last silence is applied: queries may name it. Losing it: as above.
    record NodeCaughtUp(SessionId session) implements Soft {}

    /// Replicas have a router lease from now on. Losing it: they may be retired early, and are fetched from elsewhere.
    ///
    /// @param leases each with the time that was left at `atNanos`
    record LeasesTaken(SessionId session, Tier tier, List<RouterLease> leases, long atNanos) implements Soft {
        public LeasesTaken {
            leases = List.copyOf(leases);
        }
    }

    /// Promotions have brought blocks to the prefetch buffer of this session. Losing it: their leases count as those of
    /// the main pool, and triggers do not see that they fill the buffer.
    ///
    /// @param blocks each with what was left at `atNanos` of the lease that it lands with; 0 for none
    record Landed(SessionId session, List<RouterLease> blocks, long atNanos) implements Soft {
        public Landed {
            blocks = List.copyOf(blocks);
        }
    }

    /// Readers say that these replicas of the session are damaged or missing; its owner hears of it with the reply to
    /// its next batch. Losing it costs another reader an attempt, which reports it again.
    record Suspected(SessionId session, List<BlockKey> keys) implements Soft {
        public Suspected {
            keys = List.copyOf(keys);
        }
    }

    /// Blocks that were promoted have been used for the first time: their leases are over. Losing it: memory that
    /// nobody needs stays until the leases' time is over.
    record LeasesEnded(SessionId session, List<BlockKey> keys) implements Soft {
        public LeasesEnded {
            keys = List.copyOf(keys);
        }
    }

    /// What the node of this session says of its room. Losing it: nothing is promoted there until its next heartbeat.
    record ReadingsTold(SessionId session, Readings readings) implements Soft {}

    /// The node of this session is being taken out of service, or is in it again. Losing it: it is named as before
    /// until its next heartbeat.
    record DrainTold(SessionId session, boolean draining) implements Soft {}

    /// Something became true of promotions. Losing them: nodes drop what they have not begun, and routers trigger
    /// again.
    record Promotion(PrefetchEvent event) implements Soft {}

    /// So many of the leases in a tier that were taken first are over. Losing it costs memory until a later [Tick].
    record LeasesSwept(Tier tier, int leases) implements Soft {}

    /// A slice of an ended session's replicas was dropped. Nobody could see them, so losing it costs a later [Tick]
    /// the same work again.
    ///
    /// @param replicas how many
    record Reclaimed(SessionId session, Tier tier, int replicas) implements Soft {}
}
