package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.EventPart.Gap;
import io.forebay.core.events.ReplicaEvent;
import io.forebay.core.events.ReplicaPlace;
import io.forebay.core.events.WatchEvents;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.wire.proto.EventsProto;
import io.forebay.wire.proto.EventsProto.WatchEventsRequest;
import io.forebay.wire.proto.EventsProto.WatchEventsResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The translation of the event stream. Neighbours that differ in nothing but the hash are one run on
/// the wire. Pure. Decoders throw [InvalidInput].
///
/// What a later build says and this one does not know is passed over, with its numbers, so that what it
/// does know stays whole.
final class EventTranslation {
    private EventTranslation() {}

    static WatchEventsRequest toWire(WatchEvents request) {
        WatchEventsRequest.Builder message = WatchEventsRequest.newBuilder().setTable(request.table());
        switch (request.from()) {
            case WatchEvents.FromSnapshot _ -> message.setSnapshot(EventsProto.FromSnapshot.getDefaultInstance());
            case WatchEvents.FromNow _ -> message.setNow(EventsProto.FromNow.getDefaultInstance());
            case WatchEvents.After(long epoch, long sequence) ->
                message.setAfter(EventsProto.EventPosition.newBuilder()
                        .setMasterEpoch(epoch)
                        .setSequence(sequence));
        }
        return message.build();
    }

    static WatchEvents fromWire(WatchEventsRequest message) {
        WatchEvents.From from = switch (message.getFromCase()) {
            case SNAPSHOT -> new WatchEvents.FromSnapshot();
            case NOW -> new WatchEvents.FromNow();
            case AFTER ->
                new WatchEvents.After(
                        message.getAfter().getMasterEpoch(), message.getAfter().getSequence());
            case FROM_NOT_SET -> throw new InvalidInput("from", "is missing, or one that is not known here");
        };
        return new WatchEvents(from, message.getTable());
    }

    static WatchEventsResponse toWire(EventPart part) {
        WatchEventsResponse.Builder message = WatchEventsResponse.newBuilder();
        switch (part) {
            case EventPart.Started started ->
                message.setStarted(EventsProto.EventsStarted.newBuilder()
                        .setMasterEpoch(started.masterEpoch())
                        .setSequence(started.sequence())
                        .setGap(EventEnums.toWire(started.gap()))
                        .setSnapshot(started.snapshot()));
            case EventPart.Standing(List<ReplicaPlace> places) ->
                message.setStanding(EventsProto.ReplicasStanding.newBuilder().addAllRuns(EventRuns.standing(places)));
            case EventPart.Complete(long sequence) ->
                message.setComplete(EventsProto.SnapshotComplete.newBuilder().setSequence(sequence));
            case EventPart.Happened happened ->
                message.setHappened(EventsProto.EventsHappened.newBuilder()
                        .setFirstSequence(happened.firstSequence())
                        .addAllRuns(EventRuns.happened(happened.events())));
        }
        return message.build();
    }

    /// None for a part of a later version.
    static Optional<EventPart> fromWire(WatchEventsResponse message) {
        return switch (message.getPartCase()) {
            case STARTED -> Optional.of(started(message.getStarted()));
            case STANDING ->
                Optional.of(new EventPart.Standing(message.getStanding().getRunsList().stream()
                        .flatMap(run -> EventRuns.places(run).stream())
                        .toList()));
            case COMPLETE ->
                Optional.of(new EventPart.Complete(message.getComplete().getSequence()));
            case HAPPENED -> Optional.of(happened(message.getHappened()));
            case PART_NOT_SET -> Optional.empty();
        };
    }

    private static EventPart started(EventsProto.EventsStarted message) {
        Optional<Gap> gap = EventEnums.fromWire(message.getGap());
        return new EventPart.Started(message.getMasterEpoch(), message.getSequence(), gap, message.getSnapshot());
    }

    private static EventPart happened(EventsProto.EventsHappened message) {
        InvalidInput.unless(
                message.getFirstSequence() >= 1,
                "first_sequence",
                "is " + message.getFirstSequence() + "; events are numbered from 1");
        List<ReplicaEvent> events = new ArrayList<>();
        long count = 0;
        for (EventsProto.EventRun run : message.getRunsList()) {
            InvalidInput.unless(run.getCount() >= 1, "count", "is " + Integer.toUnsignedString(run.getCount()));
            count += run.getCount();
            decode(run, events);
        }
        InvalidInput.unless(count >= 1, "runs", "is empty; at least 1 is needed");
        return new EventPart.Happened(message.getFirstSequence(), events, count);
    }

    private static void decode(EventsProto.EventRun run, List<ReplicaEvent> into) {
        switch (run.getEventCase()) {
            case STORED -> {
                EventsProto.StoredReplicas stored = run.getStored();
                counted(run, stored.hasReplicas(), stored.getReplicas());
                EventRuns.places(stored.getReplicas())
                        .forEach(place ->
                                into.add(new ReplicaEvent.Stored(place, EventEnums.fromWire(stored.getCause()))));
            }
            case REMOVED -> {
                EventsProto.RemovedReplicas removed = run.getRemoved();
                counted(run, removed.hasReplicas(), removed.getReplicas());
                EventRuns.places(removed.getReplicas())
                        .forEach(place ->
                                into.add(new ReplicaEvent.Removed(place, EventEnums.fromWire(removed.getCause()))));
            }
            case OWNER_GONE -> {
                EventsProto.OwnerGone gone = run.getOwnerGone();
                into.add(new ReplicaEvent.OwnerGone(
                        new NodeId(gone.getNodeId()),
                        new SessionId(gone.getSession()),
                        EventEnums.fromWire(gone.getCause())));
            }
            case EVENT_NOT_SET -> {}
        }
    }

    private static void counted(EventsProto.EventRun run, boolean present, EventsProto.ReplicaRun replicas) {
        KeyTranslation.required(present, "replicas");
        InvalidInput.unless(
                run.getCount() == replicas.getHashesCount(),
                "count",
                "is " + run.getCount() + " for " + replicas.getHashesCount() + " hashes");
    }
}
