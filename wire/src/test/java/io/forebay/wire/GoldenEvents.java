package io.forebay.wire;

import com.google.protobuf.MessageLite;
import io.forebay.core.block.BlockHash;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The part of [Golden] that is about the event stream.
final class GoldenEvents {
    private static final long EPOCH = 1_234_567;
    private static final NodeId NODE = new NodeId("node-a");
    private static final SessionId SESSION = new SessionId(300);
    private static final Namespace NAMESPACE =
            new Namespace("llama-3-70b/fp8", "acme", "00112233445566778899aabbccddeeff");

    private GoldenEvents() {}

    static Map<String, MessageLite> messages() {
        Map<String, MessageLite> all = new TreeMap<>();
        all.put("WatchEventsRequest.snapshot", EventTranslation.toWire(WatchEvents.snapshot()));
        all.put("WatchEventsRequest.now", EventTranslation.toWire(WatchEvents.now()));
        all.put("WatchEventsRequest", EventTranslation.toWire(new WatchEvents(new WatchEvents.After(EPOCH, 99), true)));
        put(all, "started", new EventPart.Started(EPOCH, 99, Optional.empty(), false));
        put(all, "startedBehind", new EventPart.Started(EPOCH, 99, Optional.of(Gap.BEHIND), true));
        put(all, "startedEpoch", new EventPart.Started(EPOCH, 0, Optional.of(Gap.EPOCH), true));
        put(all, "standing", new EventPart.Standing(List.of(place(1), place(2), onDisk(1))));
        put(all, "complete", new EventPart.Complete(99));
        put(all, "happened", new EventPart.Happened(100, events()));
        return all;
    }

    private static void put(Map<String, MessageLite> all, String variant, EventPart part) {
        all.put("WatchEventsResponse." + variant, EventTranslation.toWire(part));
    }

    /// One run of two, and every cause.
    static List<ReplicaEvent> events() {
        List<ReplicaEvent> events = new ArrayList<>();
        events.add(new ReplicaEvent.Stored(place(1), StoredCause.REGISTERED));
        for (StoredCause cause : StoredCause.values()) {
            events.add(new ReplicaEvent.Stored(place(2), cause));
        }
        for (RemovedCause cause : RemovedCause.values()) {
            events.add(new ReplicaEvent.Removed(onDisk(1), cause));
        }
        for (GoneCause cause : GoneCause.values()) {
            events.add(new ReplicaEvent.OwnerGone(NODE, SESSION, cause));
        }
        return events;
    }

    private static ReplicaPlace place(int hash) {
        return new ReplicaPlace(NODE, SESSION, Tier.MEMORY, key(hash));
    }

    private static ReplicaPlace onDisk(int hash) {
        return new ReplicaPlace(NODE, SESSION, Tier.LOCAL_DISK, key(hash));
    }

    private static BlockKey key(int hash) {
        return new BlockKey(NAMESPACE, BlockHash.of(new byte[] {1, 2, 3, (byte) hash}));
    }
}
