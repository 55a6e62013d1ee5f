package io.forebay.fabric;

import io.forebay.core.answer.Failure;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// [UcxWay#MESSAGES]: the peer is asked for each piece and answers with messages, whose bytes the worker's thread
/// copies into place while UCX shows them. So nothing is written but here, and a get that nobody waits for any more
/// ends at once; what still comes of it is not looked at, but takes its place in the window until it has come.
final class UcxMessageGets implements UcxGets {
    /// Asked for at one time: enough for any link, and little enough that an answer does not wait long behind it.
    private static final long WINDOW_BYTES = 16 << 20;

    private final UcxWorker worker;
    private final UcxLink link;
    private final UcxDebt debt;
    private final Map<Long, Asked> running = new HashMap<>();
    private long endpoint;
    private long askedBytes;

    /// A piece whose bytes are to come.
    private static final class Asked {
        private final UcxPiece piece;
        private @Nullable UcxPart part;
        private long left;

        Asked(UcxPart part, UcxPiece piece) {
            this.part = part;
            this.piece = piece;
            this.left = piece.length();
        }
    }

    UcxMessageGets(UcxWorker worker, UcxLink link, UcxDebt debt) {
        this.worker = worker;
        this.link = link;
        this.debt = debt;
    }

    @Override
    public void open(long endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public boolean hasRoom() {
        return running.size() < WINDOW && askedBytes < WINDOW_BYTES;
    }

    @Override
    public void start(UcxPart part, UcxPiece piece) {
        long number = worker.fetch(endpoint, piece, link);
        if (number == 0) {
            Failure cause = Blame.peer("nothing can be sent to the peer");
            link.ended(part, cause);
            link.broken(cause);
        } else {
            debt.incur();
            askedBytes += piece.length();
            running.put(number, new Asked(part, piece));
        }
    }

    /// Lets go of what nobody waits for any more.
    @Override
    public void notice() {
        for (Asked asked : List.copyOf(running.values())) {
            UcxPart part = asked.part;
            if (part != null && part.isAbandoned()) {
                asked.part = null;
                link.ended(part, null);
            }
        }
    }

    @Override
    public void came(UcxFrames.Chunk chunk, MemorySegment data) {
        Asked asked = running.get(chunk.piece());
        if (asked == null) {
            return;
        }
        debt.sign();
        if (chunk.status() != ReadFrames.OK) {
            end(chunk.piece(), asked, Blame.peer("the peer has no such range any more"));
        } else if (!RegionTable.contains(asked.piece.length(), chunk.at(), data.byteSize())) {
            link.broken(Blame.peer("bytes that were not asked for"));
        } else {
            UcxPart part = asked.part;
            if (part != null && !part.isAbandoned()) {
                UcxNative.copy(data, asked.piece.target() + chunk.at());
            }
            asked.left -= data.byteSize();
            if (asked.left <= 0) {
                end(chunk.piece(), asked, null);
            }
        }
    }

    private void end(long number, Asked asked, @Nullable Failure failure) {
        running.remove(number);
        askedBytes -= asked.piece.length();
        worker.settled(number);
        debt.settle();
        UcxPart part = asked.part;
        if (part != null) {
            link.ended(part, failure);
        }
    }

    @Override
    public void fall(Failure cause) {
        List<Asked> rest = List.copyOf(running.values());
        running.clear();
        for (Asked asked : rest) {
            UcxPart part = asked.part;
            if (part != null) {
                link.ended(part, cause);
            }
        }
    }

    @Override
    public boolean isQuiet() {
        return running.isEmpty();
    }

    @Override
    public void close() {}
}
