package io.forebay.fabric;

import io.forebay.core.answer.Failure;
import io.forebay.core.peer.RegionDescriptor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The worker's side of one peer: its endpoint, the parts that wait, the gets that run, the questions that are open.
/// Everything but [#progress] and [#isOwed] on the worker's thread.
///
/// A part goes waiting → its gets run → its question is open → over. When the link falls, what runs ends when UCX
/// says so, everything else at once.
final class UcxLink {
    /// Gets of one peer at one time.
    private static final int WINDOW = 64;

    private static final int MAX_QUESTIONS = 256;

    private final UcxWorker worker;
    private final Owner owner;
    private final Map<Integer, RegionDescriptor> regions = new HashMap<>();
    private final Map<Integer, UcxKey> keys = new HashMap<>();
    private final Map<Integer, Long> handles = new HashMap<>();
    private final Deque<UcxPart> waiting = new ArrayDeque<>();
    private final List<Get> running = new ArrayList<>();
    private final Map<Long, UcxPart> questions = new HashMap<>();
    private final AtomicLong started = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private @Nullable UcxPart posting;
    private @Nullable Failure down;
    private long endpoint;
    private long closing;

    /// A get that UCX works on.
    private record Get(long request, UcxPart part) {}

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

    UcxLink(UcxWorker worker, Owner owner) {
        this.worker = worker;
        this.owner = owner;
    }

    /// Parses what an endpoint says of the peer's regions; before the link is given to the worker.
    void describe(List<RegionDescriptor> described) throws FabricException {
        for (RegionDescriptor region : described) {
            if (regions.put(region.id(), region) != null) {
                throw new FabricException("region " + region.id() + " is there twice");
            }
            keys.put(region.id(), UcxKey.parse(region.key()));
        }
    }

    /// Opens the endpoint and asks the peer for a sign of life.
    void open(byte[] address, long number) {
        if (down != null) {
            return;
        }
        try {
            endpoint = worker.context().connect(address, number);
            for (Map.Entry<Integer, UcxKey> key : keys.entrySet()) {
                handles.put(key.getKey(), worker.context().unpack(endpoint, key.getValue()));
            }
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
        notice();
        for (int i = 0; i < WINDOW && mayPost(); i++) {
            postNext();
        }
    }

    private boolean mayPost() {
        return down == null
                && running.size() < WINDOW
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
            post(part, piece);
        }
        if (!part.hasMore()) {
            posting = null;
            endIfQuiet(part);
        }
    }

    private void post(UcxPart part, UcxPiece piece) {
        UcxKey key = Objects.requireNonNull(keys.get(piece.region()));
        long handle = Objects.requireNonNull(handles.get(piece.region()));
        long remote = key.address() + piece.offset();
        long request = UcxNative.get(endpoint, handle, remote, piece.target(), piece.length());
        if (request == 0) {
            part.ended(true);
        } else if (UcxStatus.isError(request)) {
            part.ended(false);
            breakDown((int) request);
        } else {
            started.incrementAndGet();
            running.add(new Get(request, part));
        }
    }

    private void notice() {
        for (int i = running.size() - 1; i >= 0; i--) {
            Get get = running.get(i);
            int status = UcxNative.requestStatus(get.request());
            if (status != UcxStatus.IN_PROGRESS) {
                UcxNative.free(get.request());
                Get last = running.removeLast();
                if (i < running.size()) {
                    running.set(i, last);
                }
                ended.incrementAndGet();
                get.part().ended(status == UcxStatus.OK);
                if (status != UcxStatus.OK) {
                    breakDown(status);
                }
                endIfQuiet(get.part());
            }
        }
        if (closing != 0 && UcxNative.requestStatus(closing) != UcxStatus.IN_PROGRESS) {
            UcxNative.free(closing);
            closing = 0;
        }
    }

    private void endIfQuiet(UcxPart part) {
        if (!part.isQuiet()) {
            return;
        }
        Failure failure = down;
        if (failure != null || part.isBroken()) {
            part.fail(failure != null ? failure : Blame.peer("a get failed"));
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
            started.incrementAndGet();
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
        ended.incrementAndGet();
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
        owner.broken(Blame.peer("ucx: " + UcxLibraryNative.describe(status)));
    }

    /// Closes the endpoint: what runs ends with an error soon, what waits now. Only the first call counts.
    void fall(Failure cause) {
        if (down != null) {
            return;
        }
        down = cause;
        failWaiting(cause);
        UcxPart half = posting;
        posting = null;
        if (half != null) {
            half.breakOff();
            endIfQuiet(half);
        }
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
        return down != null && running.isEmpty() && closing == 0;
    }

    /// Gives the keys back and tells the owner. The link must be gone.
    void bury() {
        handles.values().forEach(UcxNative::destroyKey);
        owner.ended();
    }

    /// Gets that have ended and answers that have come so far; any thread.
    long progress() {
        return ended.get();
    }

    /// True if the peer owes bytes or an answer; any thread.
    boolean isOwed() {
        return started.get() != ended.get();
    }
}
