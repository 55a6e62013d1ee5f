package io.forebay.wire;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.events.ReplicaEvent;
import io.forebay.core.events.ReplicaPlace;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import io.forebay.wire.proto.CommonProto;
import io.forebay.wire.proto.EventsProto;
import java.util.ArrayList;
import java.util.List;

/// Replicas and their events as runs, and back: what neighbours have in common is said once. Pure.
final class EventRuns {
    private EventRuns() {}

    static List<EventsProto.ReplicaRun> standing(List<ReplicaPlace> places) {
        List<EventsProto.ReplicaRun> runs = new ArrayList<>();
        for (int from = 0; from < places.size(); ) {
            int end = from + 1;
            while (end < places.size() && areOfOneRun(places.get(from), places.get(end))) {
                end++;
            }
            runs.add(run(places.subList(from, end)));
            from = end;
        }
        return runs;
    }

    static List<EventsProto.EventRun> happened(List<ReplicaEvent> events) {
        List<EventsProto.EventRun> runs = new ArrayList<>();
        for (int from = 0; from < events.size(); ) {
            int end = from + 1;
            while (end < events.size() && areOfOneRun(events.get(from), events.get(end))) {
                end++;
            }
            runs.add(eventRun(events.subList(from, end)));
            from = end;
        }
        return runs;
    }

    private static boolean areOfOneRun(ReplicaPlace one, ReplicaPlace other) {
        return one.session().equals(other.session())
                && one.tier() == other.tier()
                && one.node().equals(other.node())
                && one.key().namespace().equals(other.key().namespace());
    }

    private static boolean areOfOneRun(ReplicaEvent one, ReplicaEvent other) {
        return switch (one) {
            case ReplicaEvent.Stored stored ->
                other instanceof ReplicaEvent.Stored next
                        && stored.cause() == next.cause()
                        && areOfOneRun(stored.place(), next.place());
            case ReplicaEvent.Removed removed ->
                other instanceof ReplicaEvent.Removed next
                        && removed.cause() == next.cause()
                        && areOfOneRun(removed.place(), next.place());
            case ReplicaEvent.OwnerGone _ -> false;
        };
    }

    private static EventsProto.EventRun eventRun(List<ReplicaEvent> events) {
        EventsProto.EventRun.Builder run = EventsProto.EventRun.newBuilder().setCount(events.size());
        switch (events.getFirst()) {
            case ReplicaEvent.Stored first ->
                run.setStored(EventsProto.StoredReplicas.newBuilder()
                        .setReplicas(run(placesOf(events)))
                        .setCause(EventEnums.toWire(first.cause())));
            case ReplicaEvent.Removed first ->
                run.setRemoved(EventsProto.RemovedReplicas.newBuilder()
                        .setReplicas(run(placesOf(events)))
                        .setCause(EventEnums.toWire(first.cause())));
            case ReplicaEvent.OwnerGone gone ->
                run.setOwnerGone(EventsProto.OwnerGone.newBuilder()
                        .setNodeId(gone.node().name())
                        .setSession(gone.session().number())
                        .setCause(EventEnums.toWire(gone.cause())));
        }
        return run.build();
    }

    private static List<ReplicaPlace> placesOf(List<ReplicaEvent> events) {
        List<ReplicaPlace> places = new ArrayList<>();
        for (ReplicaEvent event : events) {
            switch (event) {
                case ReplicaEvent.Stored stored -> places.add(stored.place());
                case ReplicaEvent.Removed removed -> places.add(removed.place());
                case ReplicaEvent.OwnerGone _ -> {}
            }
        }
        return places;
    }

    private static EventsProto.ReplicaRun run(List<ReplicaPlace> places) {
        ReplicaPlace first = places.getFirst();
        EventsProto.ReplicaRun.Builder run = EventsProto.ReplicaRun.newBuilder()
                .setNodeId(first.node().name())
                .setSession(first.session().number())
                .setTier(TierTranslation.toWire(first.tier()))
                .setNamespace(KeyTranslation.toWire(first.key().namespace()));
        places.forEach(place -> run.addHashes(KeyTranslation.toWire(place.key().hash())));
        return run.build();
    }

    /// None where they are on a tier of a later version: they must not be taken for some in memory.
    static List<ReplicaPlace> places(EventsProto.ReplicaRun run) {
        if (run.getTier() == CommonProto.Tier.UNRECOGNIZED) {
            return List.of();
        }
        NodeId node = new NodeId(run.getNodeId());
        SessionId session = new SessionId(run.getSession());
        Tier tier = TierTranslation.fromWire(run.getTier(), run.getTierValue());
        Namespace namespace = KeyTranslation.fromWire(run.hasNamespace(), run.getNamespace());
        return KeyTranslation.fromWire(run.getHashesList()).stream()
                .map(hash -> new ReplicaPlace(node, session, tier, new BlockKey(namespace, hash)))
                .toList();
    }
}
