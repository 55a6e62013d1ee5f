package io.forebay.fabric;

import io.forebay.core.answer.Failure;
import io.forebay.core.peer.RegionDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// A part of a read on its way: first its gets, then the owner's word that what they read still held. On the worker's
/// thread.
///
/// The destinations are the gets' from the first one until the last has ended, whatever happens meanwhile.
final class UcxPart {
    private final ReadPart part;
    private List<ReadRange> good = List.of();
    private List<UcxPiece> pieces = List.of();
    private @Nullable Failure bad;
    private int next;
    private int running;
    private @Nullable Failure broken;

    UcxPart(ReadPart part) {
        this.part = part;
    }

    /// Takes the destinations; false if nobody waits for them any more.
    ///
    /// @param regions the peer's, by id
    boolean begin(Map<Integer, RegionDescriptor> regions) {
        List<ReadRange> leading = new ArrayList<>();
        for (ReadRange range : part.ranges()) {
            bad = refusal(range, regions.get(range.region()));
            if (bad != null) {
                break;
            }
            leading.add(range);
        }
        good = leading;
        pieces = UcxPiece.of(good);
        return part.beginWrite();
    }

    private static @Nullable Failure refusal(ReadRange range, @Nullable RegionDescriptor region) {
        if (region == null) {
            return Blame.peer("the peer has no region " + range.region());
        }
        if (!RegionTable.contains(region.lengthBytes(), range.offsetBytes(), range.lengthBytes())) {
            return Blame.peer("the range is not within the peer's region " + range.region());
        }
        return null;
    }

    /// Ranges that the owner is asked about.
    List<ReadRange> good() {
        return good;
    }

    /// The next piece to get, which counts as running from now on; null if there is none.
    @Nullable
    UcxPiece nextPiece() {
        if (!hasMore()) {
            return null;
        }
        running++;
        return pieces.get(next++);
    }

    boolean hasMore() {
        return broken == null && next < pieces.size() && !part.isAbandoned();
    }

    /// No further get is to start, because of this.
    void breakOff(Failure failure) {
        if (broken == null) {
            broken = failure;
        }
    }

    /// Why no further get is to start; null if nothing has gone wrong.
    @Nullable
    Failure broken() {
        return broken;
    }

    boolean isAbandoned() {
        return part.isAbandoned();
    }

    /// A get has ended.
    ///
    /// @param failure null if it went well
    void ended(@Nullable Failure failure) {
        running--;
        if (failure != null) {
            breakOff(failure);
        }
    }

    /// True once no get runs and none will.
    boolean isQuiet() {
        return running == 0 && !hasMore();
    }

    /// Gives the destinations back when quiet. False if there is nothing to ask the owner: the part is over then.
    boolean endGets() {
        if (!part.endWrite()) {
            return false;
        }
        Failure refused = bad;
        if (good.isEmpty() && refused != null) {
            fail(refused);
            return false;
        }
        return true;
    }

    /// The owner has answered.
    void answered(UcxFrames.Answer answer, LongConsumer delivered) {
        if (part.isOver()) {
            return;
        }
        for (ReadRange range : good.subList(0, answer.confirmed())) {
            part.advance();
            delivered.accept(range.lengthBytes());
        }
        Failure refused = bad;
        if (answer.status() == ReadFrames.STALE) {
            part.stale();
        } else if (answer.status() != ReadFrames.OK) {
            part.fail(Blame.peer("the peer has no such region any more"));
        } else if (refused != null) {
            part.fail(refused);
        } else {
            part.complete();
        }
        part.close();
    }

    /// Ends the part as failed. No get of it may run.
    void fail(Failure failure) {
        part.fail(failure);
        part.close();
    }
}
