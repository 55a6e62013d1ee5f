package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.EventPart.Gap;
import io.forebay.core.events.ReplicaEvent;
import io.forebay.core.events.ReplicaEvent.GoneCause;
import io.forebay.core.events.ReplicaEvent.RemovedCause;
import io.forebay.core.events.ReplicaEvent.StoredCause;
import io.forebay.core.events.ReplicaPlace;
import io.forebay.core.events.WatchEvents;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import io.forebay.wire.proto.EventsProto;
import io.forebay.wire.proto.EventsProto.WatchEventsResponse;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// The event stream over the wire and back, what a later version says included.
class EventTranslationTest {
    private static final int UNKNOWN = 99;
    private static final Samples SAMPLES = new Samples(5);
    private static final NodeId NODE = new NodeId("n");

    @Test
    void everyPartComesBackAsItWas() throws Exception {
        Samples samples = new Samples(1);
        for (int i = 0; i < 200; i++) {
            EventPart part = part(samples, i % 4);
            byte[] bytes = EventTranslation.toWire(part).toByteArray();
            assertEquals(Optional.of(part), EventTranslation.fromWire(WatchEventsResponse.parseFrom(bytes)));
        }
    }

    @Test
    void everyRequestComesBackAsItWas() {
        for (WatchEvents request : List.of(
                WatchEvents.snapshot(),
                WatchEvents.now(),
                new WatchEvents(new WatchEvents.FromNow(), true),
                new WatchEvents(new WatchEvents.After(7, 0), false))) {
            assertEquals(request, EventTranslation.fromWire(EventTranslation.toWire(request)));
        }
    }

    private static EventPart part(Samples samples, int kind) {
        List<Namespace> namespaces = List.of(samples.namespace(), samples.namespace());
        return switch (kind) {
            case 0 ->
                new EventPart.Started(
                        samples.random.nextLong(),
                        samples.random.nextLong(),
                        samples.random.nextBoolean() ? Optional.empty() : Optional.of(samples.any(Gap.class)),
                        samples.random.nextBoolean());
            case 1 -> new EventPart.Standing(samples.list(1, 30, () -> place(samples, namespaces)));
            case 2 -> new EventPart.Complete(samples.random.nextLong());
            default ->
                new EventPart.Happened(
                        samples.random.nextLong(1, Long.MAX_VALUE - 100),
                        samples.list(1, 30, () -> event(samples, namespaces)));
        };
    }

    private static ReplicaPlace place(Samples samples, List<Namespace> namespaces) {
        SessionId session = new SessionId(samples.random.nextInt(1, 3));
        return new ReplicaPlace(NODE, session, samples.any(Tier.class), samples.key(namespaces));
    }

    private static ReplicaEvent event(Samples samples, List<Namespace> namespaces) {
        return switch (samples.random.nextInt(5)) {
            case 0, 1 -> new ReplicaEvent.Stored(place(samples, namespaces), samples.any(StoredCause.class));
            case 2, 3 -> new ReplicaEvent.Removed(place(samples, namespaces), samples.any(RemovedCause.class));
            default -> new ReplicaEvent.OwnerGone(NODE, new SessionId(1), samples.any(GoneCause.class));
        };
    }

    @Test
    void neighboursAreOneRun() {
        EventsProto.EventsHappened message = EventTranslation.toWire(new EventPart.Happened(1, GoldenEvents.events()))
                .getHappened();
        assertEquals(
                List.of(2, 1, 1, 1, 1, 1, 1, 1),
                message.getRunsList().stream()
                        .map(EventsProto.EventRun::getCount)
                        .toList());
    }

    @Test
    void whatALaterVersionSaysIsPassedOverWithItsNumbers() {
        EventsProto.ReplicaRun known = run().build();
        EventsProto.ReplicaRun elsewhere = run().setTierValue(UNKNOWN).build();
        EventsProto.EventsHappened.Builder happened = EventsProto.EventsHappened.newBuilder()
                .setFirstSequence(5)
                .addRuns(EventsProto.EventRun.newBuilder().setCount(3))
                .addRuns(stored(elsewhere))
                .addRuns(stored(known));
        EventPart.Happened part = (EventPart.Happened)
                decode(WatchEventsResponse.newBuilder().setHappened(happened)).orElseThrow();
        assertEquals(9, part.lastSequence(), "5 numbers from 5 on");
        assertEquals(1, part.events().size());
        assertEquals(Optional.empty(), decode(WatchEventsResponse.newBuilder()));
        EventPart.Standing standing = (EventPart.Standing) decode(WatchEventsResponse.newBuilder()
                        .setStanding(EventsProto.ReplicasStanding.newBuilder()
                                .addRuns(elsewhere)
                                .addRuns(known)))
                .orElseThrow();
        assertEquals(1, standing.places().size());
    }

    @Test
    void causesOfALaterVersionChangeNoTable() {
        assertEquals(StoredCause.REGISTERED, EventEnums.fromWire(EventsProto.StoredCause.UNRECOGNIZED));
        assertEquals(RemovedCause.LOST, EventEnums.fromWire(EventsProto.RemovedCause.UNRECOGNIZED));
        assertEquals(GoneCause.EXPIRED, EventEnums.fromWire(EventsProto.GoneCause.UNRECOGNIZED));
        assertEquals(Optional.of(Gap.BEHIND), EventEnums.fromWire(EventsProto.EventGap.UNRECOGNIZED));
    }

    @Test
    void whatCannotBeMeantIsRefused() {
        refuses(
                "from: is missing, or one that is not known here",
                () -> EventTranslation.fromWire(EventsProto.WatchEventsRequest.getDefaultInstance()));
        refuses(
                "master_epoch: is 0; it must be at least 1",
                () -> EventTranslation.fromWire(EventsProto.WatchEventsRequest.newBuilder()
                        .setAfter(EventsProto.EventPosition.newBuilder())
                        .build()));
        EventsProto.EventsHappened.Builder happened =
                EventsProto.EventsHappened.newBuilder().setFirstSequence(1);
        refuses("runs: is empty; at least 1 is needed", () -> decode(happened));
        refuses(
                "count: is 2 for 1 hashes",
                () -> decode(happened.clone().addRuns(stored(run().build()).setCount(2))));
        refuses("count: is 0", () -> decode(happened.clone().addRuns(EventsProto.EventRun.newBuilder())));
        refuses(
                "replicas: is missing",
                () -> decode(happened.clone()
                        .addRuns(EventsProto.EventRun.newBuilder()
                                .setCount(1)
                                .setRemoved(EventsProto.RemovedReplicas.getDefaultInstance()))));
        refuses(
                "first_sequence: is 0; events are numbered from 1",
                () -> decode(happened.clone().setFirstSequence(0)));
        refuses(
                "namespace: is missing",
                () -> decode(
                        happened.clone().addRuns(stored(run().clearNamespace().build()))));
    }

    private static void refuses(String message, Executable decode) {
        assertEquals(message, assertThrows(InvalidInput.class, decode).getMessage());
    }

    private static Optional<EventPart> decode(EventsProto.EventsHappened.Builder happened) {
        return decode(WatchEventsResponse.newBuilder().setHappened(happened));
    }

    private static Optional<EventPart> decode(WatchEventsResponse.Builder message) {
        return EventTranslation.fromWire(message.build());
    }

    private static EventsProto.ReplicaRun.Builder run() {
        BlockKey key = new BlockKey(SAMPLES.namespace(), SAMPLES.hash());
        return EventsProto.ReplicaRun.newBuilder()
                .setNodeId("n")
                .setSession(1)
                .setNamespace(KeyTranslation.toWire(key.namespace()))
                .addHashes(KeyTranslation.toWire(key.hash()));
    }

    private static EventsProto.EventRun.Builder stored(EventsProto.ReplicaRun replicas) {
        return EventsProto.EventRun.newBuilder()
                .setCount(1)
                .setStored(EventsProto.StoredReplicas.newBuilder().setReplicas(replicas));
    }
}
