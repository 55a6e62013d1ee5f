package io.forebay.wire;

import io.forebay.core.prefetch.Landing;
import io.forebay.core.prefetch.PrefetchStatus;
import io.forebay.core.prefetch.PromotionFailure;
import io.forebay.core.prefetch.PromotionSource;
import io.forebay.wire.proto.MasterProto;
import io.forebay.wire.proto.RouterProto;

/// The translation of the closed sets of promotions. Pure.
///
/// A value that a later build says and this one does not know means the least that it can mean: a promotion
/// that nobody triggered, one that lands where it can displace only what was promoted, a node that gave up, a
/// trigger that promises nothing and is better repeated more slowly.
final class PromotionEnums {
    private PromotionEnums() {}

    static MasterProto.TriggerSource toWire(PromotionSource source) {
        return switch (source) {
            case ON_HIT -> MasterProto.TriggerSource.TRIGGER_SOURCE_ON_HIT;
            case PREFETCH -> MasterProto.TriggerSource.TRIGGER_SOURCE_PREFETCH;
        };
    }

    static PromotionSource fromWire(MasterProto.TriggerSource source) {
        return switch (source) {
            case TRIGGER_SOURCE_PREFETCH -> PromotionSource.PREFETCH;
            case TRIGGER_SOURCE_ON_HIT, UNRECOGNIZED -> PromotionSource.ON_HIT;
        };
    }

    static MasterProto.Landing toWire(Landing landing) {
        return switch (landing) {
            case BUFFER -> MasterProto.Landing.LANDING_BUFFER;
            case MAIN -> MasterProto.Landing.LANDING_MAIN;
        };
    }

    /// The buffer for an unknown one. It makes room within itself only and changes no decision about the main
    /// pool, and a node without one says that there is no room, which ends the task at once and is a reason
    /// that the master knows. To refuse the task would lose the others of its reply, too, and have it handed
    /// out twice more.
    static Landing fromWire(MasterProto.Landing landing) {
        return switch (landing) {
            case LANDING_MAIN -> Landing.MAIN;
            case LANDING_BUFFER, UNRECOGNIZED -> Landing.BUFFER;
        };
    }

    static MasterProto.PromotionFailure toWire(PromotionFailure cause) {
        return switch (cause) {
            case NO_ROOM -> MasterProto.PromotionFailure.PROMOTION_FAILURE_NO_ROOM;
            case CORRUPT -> MasterProto.PromotionFailure.PROMOTION_FAILURE_CORRUPT;
            case ABSENT -> MasterProto.PromotionFailure.PROMOTION_FAILURE_ABSENT;
            case DEVICE -> MasterProto.PromotionFailure.PROMOTION_FAILURE_DEVICE;
            case STOPPED -> MasterProto.PromotionFailure.PROMOTION_FAILURE_STOPPED;
        };
    }

    static PromotionFailure fromWire(MasterProto.PromotionFailure cause) {
        return switch (cause) {
            case PROMOTION_FAILURE_NO_ROOM -> PromotionFailure.NO_ROOM;
            case PROMOTION_FAILURE_CORRUPT -> PromotionFailure.CORRUPT;
            case PROMOTION_FAILURE_ABSENT -> PromotionFailure.ABSENT;
            case PROMOTION_FAILURE_DEVICE -> PromotionFailure.DEVICE;
            case PROMOTION_FAILURE_STOPPED, UNRECOGNIZED -> PromotionFailure.STOPPED;
            case PROMOTION_FAILURE_UNSPECIFIED -> throw EngineEnums.unspecified("cause");
        };
    }

    static RouterProto.PrefetchStatus toWire(PrefetchStatus status) {
        return switch (status) {
            case IN_MEMORY -> RouterProto.PrefetchStatus.PREFETCH_STATUS_IN_MEMORY;
            case QUEUED -> RouterProto.PrefetchStatus.PREFETCH_STATUS_QUEUED;
            case THROTTLED_WATERMARK -> RouterProto.PrefetchStatus.PREFETCH_STATUS_THROTTLED_WATERMARK;
            case THROTTLED_CAP -> RouterProto.PrefetchStatus.PREFETCH_STATUS_THROTTLED_CAP;
            case NO_LOCAL_DISK -> RouterProto.PrefetchStatus.PREFETCH_STATUS_NO_LOCAL_DISK;
            case NOT_FOUND -> RouterProto.PrefetchStatus.PREFETCH_STATUS_NOT_FOUND;
            case TOO_LARGE -> RouterProto.PrefetchStatus.PREFETCH_STATUS_TOO_LARGE;
        };
    }

    /// A throttle for an unknown one: it says nothing of where the block is, and makes a router ask less.
    static PrefetchStatus fromWire(RouterProto.PrefetchStatus status) {
        return switch (status) {
            case PREFETCH_STATUS_IN_MEMORY -> PrefetchStatus.IN_MEMORY;
            case PREFETCH_STATUS_QUEUED -> PrefetchStatus.QUEUED;
            case PREFETCH_STATUS_THROTTLED_WATERMARK -> PrefetchStatus.THROTTLED_WATERMARK;
            case PREFETCH_STATUS_THROTTLED_CAP, UNRECOGNIZED -> PrefetchStatus.THROTTLED_CAP;
            case PREFETCH_STATUS_NO_LOCAL_DISK -> PrefetchStatus.NO_LOCAL_DISK;
            case PREFETCH_STATUS_NOT_FOUND -> PrefetchStatus.NOT_FOUND;
            case PREFETCH_STATUS_TOO_LARGE -> PrefetchStatus.TOO_LARGE;
            case PREFETCH_STATUS_UNSPECIFIED -> throw EngineEnums.unspecified("status");
        };
    }
}
