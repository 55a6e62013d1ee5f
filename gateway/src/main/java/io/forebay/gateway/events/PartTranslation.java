package io.forebay.gateway.events;

import io.forebay.core.block.BlockHash;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.ReplicaEvent;
import io.forebay.core.events.ReplicaPlace;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Says the master's event stream in vLLM's words. What Forebay does not know is left empty: it stores blocks by name
/// and has seen no tokens and no parents.
///
/// A block that is stored is an event of its own, since several in one event would claim to be a chain. Safe from any
/// thread.
///
/// @param topics remembers those that it names
/// @param blockSize what is said of the tokens in a block
/// @param ssdMedium what LOCAL_DISK is called; MEMORY is `CPU`
record PartTranslation(Topics topics, int blockSize, String ssdMedium) {
    private static final String MEMORY_MEDIUM = "CPU";

    /// What the part says, in order for each topic; nothing for a part that only a follower of the master's own
    /// stream needs.
    List<TopicBatch> batches(EventPart part) {
        Map<String, List<VllmEvent>> byTopic = new LinkedHashMap<>();
        switch (part) {
            case EventPart.Started started -> {
                if (started.snapshot()) {
                    topics.all().forEach(topic -> add(byTopic, topic, new VllmEvent.Cleared()));
                }
            }
            case EventPart.Standing standing -> standing.places().forEach(place -> stored(byTopic, place));
            case EventPart.Complete _ -> {}
            case EventPart.Happened happened -> happened.events().forEach(event -> follow(byTopic, event));
        }
        List<TopicBatch> batches = new ArrayList<>();
        byTopic.forEach((topic, events) -> batches.add(new TopicBatch(topic, joined(events))));
        return batches;
    }

    private void follow(Map<String, List<VllmEvent>> byTopic, ReplicaEvent event) {
        switch (event) {
            case ReplicaEvent.Stored stored -> stored(byTopic, stored.place());
            case ReplicaEvent.Removed removed -> removed(byTopic, removed.place());
            case ReplicaEvent.OwnerGone gone ->
                topics.of(gone.node()).forEach(topic -> add(byTopic, topic, new VllmEvent.Cleared()));
        }
    }

    private void stored(Map<String, List<VllmEvent>> byTopic, ReplicaPlace place) {
        add(
                byTopic,
                topic(place),
                new VllmEvent.Stored(
                        List.of(place.key().hash()), Optional.empty(), List.of(), blockSize, medium(place.tier())));
    }

    private void removed(Map<String, List<VllmEvent>> byTopic, ReplicaPlace place) {
        add(byTopic, topic(place), new VllmEvent.Removed(List.of(place.key().hash()), medium(place.tier())));
    }

    /// Removals behind each other as one event.
    private static List<VllmEvent> joined(List<VllmEvent> events) {
        List<VllmEvent> joined = new ArrayList<>();
        List<BlockHash> hashes = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            if (!(events.get(i) instanceof VllmEvent.Removed removed)) {
                joined.add(events.get(i));
                continue;
            }
            hashes.addAll(removed.hashes());
            boolean goesOn = i + 1 < events.size()
                    && events.get(i + 1) instanceof VllmEvent.Removed next
                    && next.medium().equals(removed.medium());
            if (!goesOn) {
                joined.add(new VllmEvent.Removed(hashes, removed.medium()));
                hashes.clear();
            }
        }
        return joined;
    }

    private static void add(Map<String, List<VllmEvent>> byTopic, String topic, VllmEvent event) {
        byTopic.computeIfAbsent(topic, _ -> new ArrayList<>()).add(event);
    }

    private String topic(ReplicaPlace place) {
        return topics.of(place.node(), place.key().namespace());
    }

    private String medium(Tier tier) {
        return switch (tier) {
            case MEMORY -> MEMORY_MEDIUM;
            case LOCAL_DISK -> ssdMedium;
        };
    }
}
