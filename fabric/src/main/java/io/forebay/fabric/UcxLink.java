package io.forebay.fabric;

import io.forebay.core.answer.Failure;
import io.forebay.core.peer.RegionDescriptor;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The worker's side of one peer: its endpoint, the parts that wait, the gets that run, the questions that are open.
/// Everything but [#debt] on the worker's thread.
///
/// A part goes waiting → its gets run → its question is open → over. When the link falls, what UCX writes to ends
/// when UCX says so, everything else at once.
final class UcxLink implements UcxGets.Listener {
    private static final int MAX_QUESTIONS = 256;

    private final UcxWorker worker;
    private final Owner owner;
    private final Map<Integer, RegionDescriptor> regions = new HashMap<>();
    private final UcxDebt debt = new UcxDebt();
    private final UcxGets gets;
    private final Deque<UcxPart> waiting = new ArrayDeque<>();
    private final Map<Long, UcxPart> questions = new HashMap<>();
    private @Nullable UcxPart posting;
    private @Nullable Failure down;
    private long endpoint;
    private long closing;

    /// Hears what happens to the link, on the worker's thread. Must not block.
    interface Owner {
        /// The owner of the memory has answered for the first time.
        void reached();

        /// The link cannot go on; [UcxLink#fall] is to follow.
        void broken(Failure cause);

        /// So many bytes are there.
        void delivered(long bytes);

        /// The link has fallen and no destination is written any more.
        void ended();
    }

    /// Parses what an endpoint says of the peer's regions.
    UcxLink(UcxWorker worker, UcxPeer.Remote remote, Owner owner) throws FabricException {
        this.worker = worker;
        this.owner = owner;
        for (RegionDescriptor region : remote.regions()) {
            if (regions.put(region.id(), region) != null) {
                throw new FabricException("region " + region.id() + " is there twice");
            }
        }
        this.gets = switch (remote.way()) {
            case GETS -> new UcxRemoteGets(worker.context(), remote.regions(), debt, this);
            case MESSAGES -> new UcxMessageGets(worker, this, debt);
        };
    }

    /// Opens the endpoint and asks the peer for a sign of life.
    void open(byte[] address, long number) {
        if (down != null) {
            return;
        }
        try {
            endpoint = worker.context().connect(address, number);
            gets.open(endpoint);
            long question = worker.ask(endpoint, List.of(), this);
            if (question == 0) {
                owner.broken(Blame.peer("nothing can be sent to the peer"));
            }
        } catch (FabricException e) {
            owner.broken(Blame.peer(String.valueOf(e.getMessage())));
        }
    }

    void read(List<ReadPart> parts) {
        for (ReadPart part : parts) {
            waiting.add(new UcxPart(part));
        }
        Failure failure = down;
        if (failure != null) {
            failWaiting(failure);
        }
    }

    /// Notices what has ended and starts what may.
    void pump() {
        gets.notice();
        if (closing != 0 && UcxNative.requestStatus(closing) != UcxStatus.IN_PROGRESS) {
            UcxNative.free(closing);
            closing = 0;
        }
        UcxPart part = posting;
        if (part != null && !part.hasMore()) {
            endPosting(part);
        }
        for (int i = 0; i < UcxGets.WINDOW && mayPost(); i++) {
            postNext();
        }
    }

    private boolean mayPost() {
        return down == null
                && gets.hasRoom()
                && questions.size() < MAX_QUESTIONS
                && (posting != null || !waiting.isEmpty());
    }

    private void postNext() {
        UcxPart part = posting;
        if (part == null) {
            UcxPart next = waiting.remove();
            posting = next.begin(regions) ? next : null;
            return;
        }
        UcxPiece piece = part.nextPiece();
        if (piece != null) {
            gets.start(part, piece);
        }
        if (!part.hasMore()) {
            endPosting(part);
        }
    }

    /// No further get of this part is to start.
    private void endPosting(UcxPart part) {
        posting = null;
        endIfQuiet(part);
    }

    /// The peer has sent bytes of a piece.
    void came(UcxFrames.Chunk chunk, MemorySegment data) {
        gets.came(chunk, data);
    }

    @Override
    public void ended(UcxPart part, @Nullable Failure failure) {
        part.ended(failure);
        if (part != posting) {
            endIfQuiet(part);
        }
    }

    @Override
    public void broken(Failure cause) {
        owner.broken(cause);
    }

    private void endIfQuiet(UcxPart part) {
        if (!part.isQuiet()) {
            return;
        }
        Failure failure = down != null ? down : part.broken();
        if (failure != null) {
            part.fail(failure);
        } else if (part.endGets()) {
            ask(part);
        }
    }

    private void ask(UcxPart part) {
        long question = worker.ask(endpoint, part.good(), this);
        if (question == 0) {
            Failure cause = Blame.peer("nothing can be sent to the peer");
            part.fail(cause);
            owner.broken(cause);
        } else {
            debt.incur();
            questions.put(question, part);
        }
    }

    /// The peer has answered a question of this link's.
    void answered(UcxFrames.Answer answer) {
        UcxPart part = questions.remove(answer.question());
        if (part == null) {
            owner.reached();
            return;
        }
        debt.settle();
        int asked = part.good().size();
        boolean all = answer.confirmed() == asked;
        if (answer.confirmed() < 0 || answer.confirmed() > asked || all != (answer.status() == ReadFrames.OK)) {
            Failure cause = Blame.peer("an answer that contradicts itself");
            part.fail(cause);
            owner.broken(cause);
            return;
        }
        part.answered(answer, owner::delivered);
    }

    /// UCX says that the endpoint is lost.
    void breakDown(int status) {
        broken(Blame.peer("ucx: " + UcxLibraryNative.describe(status)));
    }

    /// Closes the endpoint: what runs ends with an error soon, what waits now. Only the first call counts.
    void fall(Failure cause) {
        if (down != null) {
            return;
        }
        down = cause;
        failWaiting(cause);
        UcxPart half = posting;
        if (half != null) {
            half.breakOff(cause);
            endPosting(half);
        }
        gets.fall(cause);
        List<UcxPart> open = List.copyOf(questions.values());
        questions.clear();
        open.forEach(part -> part.fail(cause));
        if (endpoint != 0) {
            long request = UcxNative.closeForced(endpoint);
            closing = UcxStatus.isError(request) ? 0 : request;
        }
    }

    private void failWaiting(Failure cause) {
        List<UcxPart> rest = List.copyOf(waiting);
        waiting.clear();
        rest.forEach(part -> part.fail(cause));
    }

    /// True once the link has fallen and nothing of it is left.
    boolean isGone() {
        return down != null && gets.isQuiet() && closing == 0;
    }

    /// Gives the keys back and tells the owner. The link must be gone.
    void bury() {
        gets.close();
        owner.ended();
    }

    /// What the peer owes; any thread.
    UcxDebt debt() {
        return debt;
    }
}
