package io.forebay.client;

import io.forebay.client.EngineClient.BlockWriter;
import io.forebay.client.SaveTally.End;
import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.Abort;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.Reserve;
import io.forebay.core.engine.ReservedBlock;
import io.forebay.core.engine.Seal;
import io.forebay.core.engine.SealOutcome;
import io.forebay.core.extent.Extent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One save: reserve, write in place, seal, all under one registration. If that ends on the way, the blocks
/// count as failed and are never sealed under its successor.
///
/// Each key is claimed for its request from before its reservation until the node's last word about it, in time or
/// late. So no two threads of this process write into one reservation, nor where a seal or an abort of another one may
/// still be on its way; where that word never comes, the request's key stays claimed until the registration ends.
final class SaveRun {
    private static final Logger log = LoggerFactory.getLogger(SaveRun.class);

    private final EngineOptions options;
    private final LiveRegistration live;
    private final String requestId;
    private final SaveTally tally;
    private final List<BlockHash> hashes;
    private final Set<BlockHash> claimed;

    /// A block to be written, one extent for each slot of this rank.
    private record Writable(ReservedBlock reserved, List<Extent> extents) {
        private BlockHash hash() {
            return reserved.hash();
        }
    }

    SaveRun(EngineOptions options, LiveRegistration live, String requestId, SaveTally tally) {
        this.options = options;
        this.live = live;
        this.requestId = requestId;
        this.tally = tally;
        this.hashes = tally.hashes();
        this.claimed = live.claim(requestId, hashes);
    }

    /// Fills the tally. Whatever `writer` throws is thrown on, after the blocks are given back.
    void run(BlockWriter writer) {
        if (!live.enterWriting()) {
            live.unclaim(requestId, claimed);
            return;
        }
        try {
            List<Writable> writable = reserve().map(this::sorted).orElse(List.of());
            List<ReservedBlock> toSeal =
                    writable.stream().map(Writable::reserved).toList();
            if (!toSeal.isEmpty()) {
                write(writable, toSeal, writer);
                seal(toSeal);
            }
        } finally {
            live.leaveWriting();
        }
    }

    private Optional<List<Reservation>> reserve() {
        Reserve request =
                new Reserve(options.instance(), live.registered().poolNonce(), requestId, options.rank(), hashes);
        Optional<Answer<List<Reservation>>> answer = PendingReply.await(
                then -> live.protocol().reserve(request, then), this::reservedLate, options.callTimeoutNanos());
        if (answer.isEmpty()) {
            return Optional.empty();
        }
        return switch (answer.get()) {
            case Answer.Ok<List<Reservation>>(List<Reservation> reservations) -> Optional.of(reservations);
            case Answer.Refused<List<Reservation>> refused -> {
                live.unclaim(requestId, claimed);
                live.refused(refused);
                yield Optional.empty();
            }
            case Answer.Failed<List<Reservation>> failed -> {
                live.unclaim(requestId, claimed);
                yield Optional.empty();
            }
        };
    }

    /// Nobody will write what is granted now. What was granted in an answer that got lost is granted again when
    /// the request is repeated, or else dropped by the node.
    private void reservedLate(Answer<List<Reservation>> answer) {
        switch (answer) {
            case Answer.Ok<List<Reservation>>(List<Reservation> reservations) ->
                giveBack(granted(reservations).stream().map(Writable::reserved).toList(), true);
            case Answer.Refused<List<Reservation>> refused -> live.unclaim(requestId, claimed);
            case Answer.Failed<List<Reservation>> failed -> live.unclaim(requestId, claimed);
        }
    }

    /// Enters in the tally what is not to be written, and answers the rest.
    private List<Writable> sorted(List<Reservation> reservations) {
        for (int i = 0; i < Math.min(reservations.size(), hashes.size()); i++) {
            BlockHash hash = hashes.get(i);
            switch (reservations.get(i)) {
                case Reservation.Present present -> tally.end(hash, End.PRESENT);
                case Reservation.InFlightElsewhere other -> tally.end(hash, End.ELSEWHERE);
                case Reservation.NoRoom noRoom -> tally.end(hash, End.NO_ROOM);
                case Reservation.Granted granted ->
                    tally.end(hash, claimed.contains(hash) ? End.FAILED : End.ELSEWHERE);
            }
        }
        return granted(reservations);
    }

    /// The claimed keys that were granted, after letting go of all other claims.
    private List<Writable> granted(List<Reservation> reservations) {
        List<Writable> granted = new ArrayList<>();
        Set<BlockHash> rest = new HashSet<>(claimed);
        for (int i = 0; i < Math.min(reservations.size(), hashes.size()); i++) {
            BlockHash hash = hashes.get(i);
            if (reservations.get(i) instanceof Reservation.Granted(long number, List<Extent> extents)
                    && rest.contains(hash)) {
                if (fits(extents)) {
                    granted.add(new Writable(new ReservedBlock(hash, number), extents));
                    rest.remove(hash);
                }
            }
        }
        live.unclaim(requestId, rest);
        return granted;
    }

    /// Nothing that came over a wire is believed. A wrong grant is left alone: the node drops it by itself.
    private boolean fits(List<Extent> extents) {
        boolean fits =
                extents.size() == options.layout().slotsOfRank(options.rank()).size()
                        && extents.stream()
                                .allMatch(extent ->
                                        extent.lengthBytes() == options.layout().slotBytes()
                                                && live.pool().isCurrent(extent));
        if (!fits) {
            log.error("the node granted extents that don't fit the layout or the pool: {}", extents);
        }
        return fits;
    }

    private void write(List<Writable> writable, List<ReservedBlock> toSeal, BlockWriter writer) {
        List<Integer> slots = options.layout().slotsOfRank(options.rank());
        boolean finished = false;
        try {
            for (Writable block : writable) {
                for (int i = 0; i < slots.size() && !live.isEnded(); i++) {
                    writer.write(
                            tally.index(block.hash()),
                            slots.get(i),
                            live.pool().slice(block.extents().get(i)));
                }
            }
            finished = true;
        } finally {
            if (!finished) {
                giveBack(toSeal, false);
            }
        }
    }

    private void seal(List<ReservedBlock> toSeal) {
        if (live.isEnded()) {
            return;
        }
        Seal request = new Seal(options.instance(), options.rank(), toSeal);
        Optional<Answer<List<SealOutcome>>> answer = PendingReply.await(
                then -> live.protocol().seal(request, then),
                late -> unclaimIfSure(late, toSeal),
                options.callTimeoutNanos());
        if (answer.isPresent()) {
            unclaimIfSure(answer.get(), toSeal);
            switch (answer.get()) {
                case Answer.Ok<List<SealOutcome>>(List<SealOutcome> outcomes) -> enter(toSeal, outcomes);
                case Answer.Refused<List<SealOutcome>> refused -> live.refused(refused);
                case Answer.Failed<List<SealOutcome>> failed -> log.warn("not sealed: {}", failed.failure());
            }
        }
    }

    private void enter(List<ReservedBlock> toSeal, List<SealOutcome> outcomes) {
        for (int i = 0; i < Math.min(outcomes.size(), toSeal.size()); i++) {
            switch (outcomes.get(i)) {
                case DONE, ALREADY_SEALED -> tally.end(toSeal.get(i).hash(), End.WRITTEN);
                case NOT_RESERVED, OTHER_INSTANCE -> tally.end(toSeal.get(i).hash(), End.FAILED);
            }
        }
    }

    /// Aborts this rank's reservations: nobody here writes there any more.
    private void giveBack(List<ReservedBlock> reserved, boolean late) {
        if (reserved.isEmpty() || live.isEnded()) {
            return;
        }
        Abort request = new Abort(options.instance(), options.rank(), reserved);
        if (late) {
            PendingReply.<List<SealOutcome>>send(
                    then -> live.protocol().abort(request, then), answer -> unclaimIfSure(answer, reserved));
            return;
        }
        PendingReply.<List<SealOutcome>>await(
                        then -> live.protocol().abort(request, then),
                        answer -> unclaimIfSure(answer, reserved),
                        options.callTimeoutNanos())
                .ifPresent(answer -> unclaimIfSure(answer, reserved));
    }

    /// After a failure the request may still be on its way.
    private void unclaimIfSure(Answer<?> answer, List<ReservedBlock> blocks) {
        if (!(answer instanceof Answer.Failed<?>)) {
            live.unclaim(requestId, blocks.stream().map(ReservedBlock::hash).toList());
        }
    }
}
