package io.forebay.server.page;

import io.forebay.core.fetch.AttemptEnd;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.recorder.BlockChange;
import io.forebay.core.recorder.Happening;

/// Which happenings a person wants to see without asking for them: sessions, failures, degraded barriers, what was
/// lost. What every block goes through every day is not among them.
final class Notable {
    private Notable() {}

    static boolean test(Happening happening) {
        return switch (happening) {
            case Happening.Session session -> true;
            case Happening.Blocks blocks -> test(blocks.change());
            case Happening.AttemptEnded ended ->
                ended.cause().end() == AttemptEnd.PEER_FAILED || ended.cause().end() == AttemptEnd.CORRUPT;
            case Happening.BarrierEnded ended -> isDegraded(ended.report());
            case Happening.OwnersNamed named -> named.owners() == null;
            case Happening.Reserved reserved -> reserved.refused() > 0;
            case Happening.Asked asked -> false;
            case Happening.Answered answered -> false;
            case Happening.Fetching fetching -> false;
            case Happening.AttemptBegan began -> false;
            case Happening.Fetched fetched -> false;
            case Happening.BarrierBegan began -> false;
        };
    }

    private static boolean isDegraded(HandoffReport report) {
        return report.pending() + report.refused() + report.gone() + report.unsealed() > 0;
    }

    private static boolean test(BlockChange change) {
        return switch (change) {
            case LOCK_EXPIRED,
                    LEASE_EXPIRED,
                    FREED_MASTER_AWAY,
                    FREED_MASTER_LATE,
                    FREED_MASTER_REFUSED,
                    DAMAGED,
                    FREED_DAMAGED,
                    DROPPED,
                    DROPPED_UNTOUCHED,
                    DROPPED_ENDED,
                    CATALOGUE_GONE,
                    CATALOGUE_SUSPECTED,
                    PROMOTION_FAILED,
                    PROMOTION_EXPIRED -> true;
            case SAVED,
                    REGISTERED,
                    STORED,
                    LEASED,
                    SERVED,
                    PROPOSED,
                    REFUSED,
                    KEPT,
                    FREED_FOR_ROOM,
                    FREED_UNREGISTERED,
                    FREED_DROPPED,
                    ABORTED,
                    CATALOGUE_ADDED,
                    CATALOGUE_GRANTED,
                    CATALOGUE_REFUSED,
                    CATALOGUE_LEASED,
                    PROMOTION_QUEUED,
                    PROMOTION_THROTTLED,
                    PROMOTED,
                    PROMOTION_CANCELLED,
                    PROMOTION_SUPERSEDED -> false;
        };
    }
}
