package io.forebay.wire;

import io.forebay.core.events.EventPart.Gap;
import io.forebay.core.events.ReplicaEvent.GoneCause;
import io.forebay.core.events.ReplicaEvent.RemovedCause;
import io.forebay.core.events.ReplicaEvent.StoredCause;
import io.forebay.wire.proto.EventsProto;
import java.util.Optional;

/// The translation of the event stream's closed sets. Pure.
///
/// A cause that a later build says and this one does not know is the most general one: it changes no
/// table.
final class EventEnums {
    private EventEnums() {}

    static EventsProto.EventGap toWire(Optional<Gap> gap) {
        return gap.map(EventEnums::toWire).orElse(EventsProto.EventGap.EVENT_GAP_NONE);
    }

    private static EventsProto.EventGap toWire(Gap gap) {
        return switch (gap) {
            case EPOCH -> EventsProto.EventGap.EVENT_GAP_EPOCH;
            case BEHIND -> EventsProto.EventGap.EVENT_GAP_BEHIND;
        };
    }

    /// Some gap for an unknown one.
    static Optional<Gap> fromWire(EventsProto.EventGap gap) {
        return switch (gap) {
            case EVENT_GAP_NONE -> Optional.empty();
            case EVENT_GAP_EPOCH -> Optional.of(Gap.EPOCH);
            case EVENT_GAP_BEHIND, UNRECOGNIZED -> Optional.of(Gap.BEHIND);
        };
    }

    static EventsProto.StoredCause toWire(StoredCause cause) {
        return switch (cause) {
            case REGISTERED -> EventsProto.StoredCause.STORED_CAUSE_REGISTERED;
            case PROMOTED -> EventsProto.StoredCause.STORED_CAUSE_PROMOTED;
            case INVENTORY -> EventsProto.StoredCause.STORED_CAUSE_INVENTORY;
        };
    }

    static StoredCause fromWire(EventsProto.StoredCause cause) {
        return switch (cause) {
            case STORED_CAUSE_REGISTERED, UNRECOGNIZED -> StoredCause.REGISTERED;
            case STORED_CAUSE_PROMOTED -> StoredCause.PROMOTED;
            case STORED_CAUSE_INVENTORY -> StoredCause.INVENTORY;
        };
    }

    static EventsProto.RemovedCause toWire(RemovedCause cause) {
        return switch (cause) {
            case LOST -> EventsProto.RemovedCause.REMOVED_CAUSE_LOST;
            case EVICTED -> EventsProto.RemovedCause.REMOVED_CAUSE_EVICTED;
        };
    }

    static RemovedCause fromWire(EventsProto.RemovedCause cause) {
        return switch (cause) {
            case REMOVED_CAUSE_LOST, UNRECOGNIZED -> RemovedCause.LOST;
            case REMOVED_CAUSE_EVICTED -> RemovedCause.EVICTED;
        };
    }

    static EventsProto.GoneCause toWire(GoneCause cause) {
        return switch (cause) {
            case EXPIRED -> EventsProto.GoneCause.GONE_CAUSE_EXPIRED;
            case REPLACED -> EventsProto.GoneCause.GONE_CAUSE_REPLACED;
            case CLOSED -> EventsProto.GoneCause.GONE_CAUSE_CLOSED;
        };
    }

    static GoneCause fromWire(EventsProto.GoneCause cause) {
        return switch (cause) {
            case GONE_CAUSE_EXPIRED, UNRECOGNIZED -> GoneCause.EXPIRED;
            case GONE_CAUSE_REPLACED -> GoneCause.REPLACED;
            case GONE_CAUSE_CLOSED -> GoneCause.CLOSED;
        };
    }
}
