package io.forebay.fabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/// Messages that UCX has not done with, and their headers, which it still needs. The bytes behind a header are not
/// copied, so a peer that takes nothing costs a small record for each message. Bounded by [#hasRoom], which whoever
/// sends asks first. On the worker's thread.
final class UcxOutbox {
    /// Messages to one endpoint: a full window of pieces, and questions.
    static final int MAX_OF_ENDPOINT = 2048;
    /// Messages to all.
    static final int MAX = 1 << 16;

    private final long headerBytes;
    private final Arena arena = Arena.ofShared();
    private final Deque<MemorySegment> spare = new ArrayDeque<>();
    private final Map<Long, Deque<Sent>> sent = new HashMap<>();
    private int count;

    private record Sent(long request, MemorySegment header) {}

    /// @param headerBytes of the longest header
    UcxOutbox(long headerBytes) {
        this.headerBytes = headerBytes;
    }

    boolean hasRoom(long endpoint, int messages) {
        Deque<Sent> same = sent.get(endpoint);
        return fits(same == null ? 0 : same.size(), count, messages);
    }

    /// @param same messages to the same endpoint
    /// @param all messages to all
    static boolean fits(int same, int all, int messages) {
        return messages <= MAX_OF_ENDPOINT - same && messages <= MAX - all;
    }

    /// Room for the header of one message, to be sent at once.
    MemorySegment header() {
        MemorySegment header = spare.poll();
        return header != null ? header : arena.allocate(headerBytes, Long.BYTES);
    }

    /// Sends a message with a header of [#header].
    ///
    /// @return false if nothing was sent: the endpoint is lost
    boolean send(long endpoint, UcxMessage message) {
        long request = UcxNative.send(endpoint, message);
        if (request == 0 || UcxStatus.isError(request)) {
            spare.push(message.header());
            return request == 0;
        }
        sent.computeIfAbsent(endpoint, any -> new ArrayDeque<>()).add(new Sent(request, message.header()));
        count++;
        return true;
    }

    /// Notices what UCX has done with. The messages of an endpoint leave in order.
    void sweep() {
        Iterator<Deque<Sent>> queues = sent.values().iterator();
        while (queues.hasNext()) {
            Deque<Sent> queue = queues.next();
            Sent first = queue.peek();
            while (first != null && UcxNative.requestStatus(first.request()) != UcxStatus.IN_PROGRESS) {
                UcxNative.free(first.request());
                spare.push(first.header());
                count--;
                queue.remove();
                first = queue.peek();
            }
            if (first == null) {
                queues.remove();
            }
        }
    }

    /// Where there are messages that UCX had not done with at the last [#sweep].
    Set<Long> endpoints() {
        return Set.copyOf(sent.keySet());
    }

    boolean isEmpty() {
        return count == 0;
    }

    /// UCX is gone.
    void close() {
        arena.close();
    }
}
