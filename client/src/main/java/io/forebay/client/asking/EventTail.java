package io.forebay.client.asking;

import io.forebay.client.EventListener;
import io.forebay.client.RouterClient;
import io.forebay.core.answer.Answer;
import io.forebay.core.block.Namespace;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.ReplicaEvent;
import io.forebay.core.events.WatchEvents;
import io.forebay.wire.NotServed;
import java.util.List;

/// The masters' events as lines, in order, for those who only look on: from now on, or with all that
/// stands first.
public final class EventTail implements EventListener {
    /// Which blocks count; an empty field leaves it open. What is about a whole node counts always.
    public record Filter(String model, String tenant, String fingerprint) {
        boolean takes(Namespace namespace) {
            return (model.isEmpty() || model.equals(namespace.model()))
                    && (tenant.isEmpty() || tenant.equals(namespace.tenant()))
                    && (fingerprint.isEmpty() || fingerprint.equals(namespace.fingerprint()));
        }
    }

    /// Hears the lines, one at a time, on the subscription's thread; the stream waits meanwhile.
    public interface Ear {
        /// The next line.
        void line(EventLine line);

        /// The connection is lost, or could not be made; it is tried again.
        ///
        /// @param served false when the master asked does not know events at all
        void lost(String problem, boolean served);
    }

    private final Filter filter;
    private final Ear ear;
    private long masterEpoch;

    private EventTail(Filter filter, Ear ear) {
        this.filter = filter;
        this.ear = ear;
    }

    /// Listens until the client is closed.
    public static void follow(RouterClient client, boolean snapshot, Filter filter, Ear ear) {
        client.events(snapshot ? WatchEvents.snapshot() : WatchEvents.now(), new EventTail(filter, ear));
    }

    @Override
    public void part(EventPart part) {
        switch (part) {
            case EventPart.Started started -> {
                masterEpoch = started.masterEpoch();
                ear.line(EventWords.started(started));
            }
            case EventPart.Standing standing ->
                standing.places().stream()
                        .filter(place -> filter.takes(place.key().namespace()))
                        .forEach(place -> ear.line(EventWords.standing(place)));
            case EventPart.Complete complete -> ear.line(EventWords.complete(complete));
            case EventPart.Happened happened -> tell(happened);
        }
    }

    private void tell(EventPart.Happened happened) {
        List<ReplicaEvent> events = happened.events();
        boolean all = events.size() == happened.count();
        for (int i = 0; i < events.size(); i++) {
            ReplicaEvent event = events.get(i);
            boolean counts = switch (event) {
                case ReplicaEvent.Stored stored ->
                    filter.takes(stored.place().key().namespace());
                case ReplicaEvent.Removed removed ->
                    filter.takes(removed.place().key().namespace());
                case ReplicaEvent.OwnerGone _ -> true;
            };
            if (counts) {
                // Between events that are not known here the numbers of the others are not, either.
                long sequence = all ? happened.firstSequence() + i : happened.lastSequence();
                ear.line(EventWords.event(masterEpoch, sequence, event));
            }
        }
    }

    @Override
    public void lost(Answer<EventPart> why) {
        boolean served = !NotServed.is(why);
        ear.lost(served ? why.problem() : "the master knows no events", served);
    }
}
