package io.forebay.client.asking;

import io.forebay.core.block.Namespace;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.EventPart.Gap;
import io.forebay.core.events.ReplicaEvent;
import io.forebay.core.events.ReplicaPlace;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// Events in words and as trees.
final class EventWords {
    private EventWords() {}

    static EventLine started(EventPart.Started started) {
        String gap = started.gap().map(EventWords::word).orElse("");
        Map<String, Object> tree = tree("started");
        tree.put("epoch", started.masterEpoch());
        tree.put("sequence", started.sequence());
        tree.put("gap", gap);
        tree.put("snapshot", started.snapshot());
        String text = "-- " + started.gap().map(EventWords::words).orElse("")
                + (started.snapshot() ? "all that stands, and then " : "") + "events behind " + started.sequence()
                + " of epoch " + started.masterEpoch();
        return new EventLine(EventLine.Kind.STARTED, text, tree);
    }

    private static String words(Gap gap) {
        return switch (gap) {
            case EPOCH -> "events are missing (the master has started over); ";
            case BEHIND -> "events are missing (the master does not keep them any more); ";
        };
    }

    static EventLine standing(ReplicaPlace place) {
        Map<String, Object> tree = tree("standing");
        put(tree, place);
        return new EventLine(EventLine.Kind.STANDING, "stands    " + words(place), tree);
    }

    static EventLine complete(EventPart.Complete complete) {
        Map<String, Object> tree = tree("complete");
        tree.put("sequence", complete.sequence());
        return new EventLine(
                EventLine.Kind.COMPLETE, "-- this is all that stands, as of event " + complete.sequence(), tree);
    }

    static EventLine event(long masterEpoch, long sequence, ReplicaEvent event) {
        return switch (event) {
            case ReplicaEvent.Stored(ReplicaPlace place, ReplicaEvent.StoredCause cause) -> {
                Map<String, Object> tree = event("stored", masterEpoch, sequence, cause);
                put(tree, place);
                yield line(sequence + " stored   " + words(place) + " (" + word(cause) + ")", tree);
            }
            case ReplicaEvent.Removed(ReplicaPlace place, ReplicaEvent.RemovedCause cause) -> {
                Map<String, Object> tree = event("removed", masterEpoch, sequence, cause);
                put(tree, place);
                yield line(sequence + " removed  " + words(place) + " (" + word(cause) + ")", tree);
            }
            case ReplicaEvent.OwnerGone(NodeId node, SessionId session, ReplicaEvent.GoneCause cause) -> {
                Map<String, Object> tree = event("owner_gone", masterEpoch, sequence, cause);
                tree.put("node", node.name());
                tree.put("session", session.number());
                yield line(sequence + " removed  all of " + node.name() + " (owner " + word(cause) + ")", tree);
            }
        };
    }

    private static EventLine line(String text, Map<String, Object> tree) {
        return new EventLine(EventLine.Kind.EVENT, text, tree);
    }

    private static Map<String, Object> event(String type, long masterEpoch, long sequence, Enum<?> cause) {
        Map<String, Object> tree = tree(type);
        tree.put("epoch", masterEpoch);
        tree.put("sequence", sequence);
        tree.put("cause", word(cause));
        return tree;
    }

    private static Map<String, Object> tree(String type) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("type", type);
        return tree;
    }

    private static void put(Map<String, Object> tree, ReplicaPlace place) {
        Namespace namespace = place.key().namespace();
        tree.put("node", place.node().name());
        tree.put("session", place.session().number());
        tree.put("tier", tier(place));
        tree.put("model", namespace.model());
        tree.put("tenant", namespace.tenant());
        tree.put("fingerprint", namespace.fingerprint());
        tree.put("hash", place.key().hash().toString());
    }

    private static String words(ReplicaPlace place) {
        return place.key().hash() + "  " + tier(place) + " of " + place.node().name() + ", "
                + place.key().namespace().model();
    }

    private static String tier(ReplicaPlace place) {
        return place.tier() == Tier.MEMORY ? "memory" : "ssd";
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
