package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.engine.NoRoomReason;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.Reserve;
import io.forebay.core.handoff.HandoffScopes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Answers `Reserve`: first says what is known of each key, then asks once for the room of all keys that need it,
/// then looks again, since another engine may have been faster meanwhile. Loop thread only.
final class Reservations {
    private final Staging staging;
    private final Saves saves;
    private final HandoffScopes scopes;
    private final NodeCounters counters;
    private boolean closing;
    private boolean draining;

    Reservations(Staging staging, Saves saves, HandoffScopes scopes, NodeCounters counters) {
        this.staging = staging;
        this.saves = saves;
        this.scopes = scopes;
        this.counters = counters;
    }

    /// From now on there is no room.
    void close() {
        closing = true;
    }

    /// While it is so there is no room for anything new; what is reserved may be sealed.
    void drain(boolean on) {
        draining = on;
    }

    void reserve(Instance instance, Reserve request, Consumer<List<Reservation>> then) {
        staging.residents().saving(instance.blocks, request.requestId(), request.hashes());
        Set<BlockHash> needRoom = new LinkedHashSet<>();
        for (BlockHash hash : request.hashes()) {
            if (known(instance, hash, request) == null) {
                needRoom.add(hash);
            }
        }
        NoRoomReason refusal = refusal(instance);
        if (refusal != null) {
            needRoom.clear();
        }
        NoRoomReason withoutRoom = refusal == null ? NoRoomReason.FULL : refusal;
        List<Integer> slots = instance.layout.slotsOfRank(request.rank());
        staging.reserve(
                instance.layout,
                slots,
                needRoom.size(),
                slot -> instance.numaNode(request.rank()),
                room -> then.accept(answers(instance, request, room, withoutRoom)));
    }

    private @Nullable NoRoomReason refusal(Instance instance) {
        if (closing || draining) {
            return NoRoomReason.SHUTTING_DOWN;
        }
        return staging.room().overQuarantineCap(Saves.holder(instance.id)) ? NoRoomReason.QUARANTINE : null;
    }

    private List<Reservation> answers(Instance instance, Reserve request, StagedRoom room, NoRoomReason withoutRoom) {
        List<Reservation> answers = new ArrayList<>(request.hashes().size());
        for (BlockHash hash : request.hashes()) {
            Reservation answer = known(instance, hash, request);
            if (answer == null && room.blocks() > 0) {
                answer = granted(saves.begin(instance, hash, request, room));
            }
            BlockKey key = new BlockKey(instance.blocks.namespace, hash);
            if (answer != null) {
                scopes.note(request.instance(), request.requestId(), key);
            } else {
                scopes.refuse(request.instance(), request.requestId(), key);
            }
            answers.add(answer != null ? answer : new Reservation.NoRoom(withoutRoom));
        }
        room.giveBack();
        count(answers);
        return answers;
    }

    /// The answer for a key that needs no room; null when it does.
    private @Nullable Reservation known(Instance instance, BlockHash hash, Reserve request) {
        ResidentBlock resident = instance.blocks.find(hash);
        if (resident != null) {
            staging.residents().use(resident);
            return new Reservation.Present();
        }
        InFlightBlock block = saves.find(new BlockKey(instance.blocks.namespace, hash));
        if (block == null) {
            return null;
        }
        if (!block.owner.equals(instance.id)) {
            return new Reservation.InFlightElsewhere();
        }
        if (block.sealing.contains(request.rank())) {
            return new Reservation.Present();
        }
        RankPart part = block.parts.get(request.rank());
        if (part == null) {
            return null;
        }
        return request.requestId().equals(part.requestId()) ? granted(part) : new Reservation.InFlightElsewhere();
    }

    private static Reservation granted(RankPart part) {
        return new Reservation.Granted(part.reservation(), part.extents());
    }

    private void count(List<Reservation> answers) {
        for (Reservation answer : answers) {
            switch (answer) {
                case Reservation.Present present -> counters.blocksPresent.increment();
                case Reservation.Granted granted -> {}
                case Reservation.InFlightElsewhere elsewhere -> counters.blocksElsewhere.increment();
                case Reservation.NoRoom noRoom -> counters.blocksRefused.increment();
            }
        }
    }
}
