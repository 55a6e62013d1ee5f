package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.engine.NoRoomReason;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.Reserve;
import io.forebay.core.extent.Extent;
import io.forebay.core.handoff.HandoffScopes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Answers `Reserve`: first says what is known of each key, then asks once for the room of all keys that need it,
/// then looks again, since another engine may have been faster meanwhile. Loop thread only.
final class Reservations {
    private final Residents residents;
    private final Saves saves;
    private final Room room;
    private final HandoffScopes scopes;
    private final NodeCounters counters;
    private boolean closing;

    Reservations(Residents residents, Saves saves, Room room, HandoffScopes scopes, NodeCounters counters) {
        this.residents = residents;
        this.saves = saves;
        this.room = room;
        this.scopes = scopes;
        this.counters = counters;
    }

    /// From now on there is no room.
    void close() {
        closing = true;
    }

    void reserve(Instance instance, Reserve request, Consumer<List<Reservation>> then) {
        residents.saving(instance.blocks, request.requestId(), request.hashes());
        Set<BlockHash> needRoom = new LinkedHashSet<>();
        for (BlockHash hash : request.hashes()) {
            if (known(instance, hash, request) == null) {
                needRoom.add(hash);
            }
        }
        NoRoomReason refusal = refusal(instance);
        if (needRoom.isEmpty() || refusal != null) {
            then.accept(answers(instance, request, List.of(), refusal == null ? NoRoomReason.FULL : refusal));
            return;
        }
        int slots = instance.layout.slotsOfRank(request.rank()).size();
        room.allocate(new RoomRequest(
                needRoom.size(),
                slots,
                instance.layout.slotBytes(),
                slot -> instance.numaNode(request.rank()),
                sets -> then.accept(answers(instance, request, sets, NoRoomReason.FULL))));
    }

    private @Nullable NoRoomReason refusal(Instance instance) {
        if (closing) {
            return NoRoomReason.SHUTTING_DOWN;
        }
        return room.overQuarantineCap(Saves.holder(instance.id)) ? NoRoomReason.QUARANTINE : null;
    }

    private List<Reservation> answers(
            Instance instance, Reserve request, List<List<Extent>> sets, NoRoomReason withoutRoom) {
        ArrayDeque<List<Extent>> free = new ArrayDeque<>(sets);
        List<Reservation> answers = new ArrayList<>(request.hashes().size());
        for (BlockHash hash : request.hashes()) {
            Reservation answer = known(instance, hash, request);
            List<Extent> extents = answer == null ? free.poll() : null;
            if (extents != null) {
                answer = new Reservation.Granted(saves.begin(instance, hash, request, extents), extents);
            }
            BlockKey key = new BlockKey(instance.blocks.namespace, hash);
            if (answer != null) {
                scopes.note(request.instance(), request.requestId(), key);
            } else {
                scopes.refuse(request.instance(), request.requestId(), key);
            }
            answers.add(answer != null ? answer : new Reservation.NoRoom(withoutRoom));
        }
        free.forEach(room::free);
        count(answers);
        return answers;
    }

    /// The answer for a key that needs no room; null when it does.
    private @Nullable Reservation known(Instance instance, BlockHash hash, Reserve request) {
        ResidentBlock resident = instance.blocks.find(hash);
        if (resident != null) {
            residents.use(resident);
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
        return request.requestId().equals(part.requestId())
                ? new Reservation.Granted(part.reservation(), part.extents())
                : new Reservation.InFlightElsewhere();
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
