package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.forebay.core.peer.FabricEndpoint;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/// Somebody who speaks UCX to an owner and keeps to no rule of ours. It only goes on while a call of it lasts.
final class UcxStranger implements AutoCloseable {
    private static final int PIECE_BYTES = 1 << 20;

    private final Arena arena = Arena.ofShared();
    private final Watchdog watchdog = new Watchdog("stranger");
    private final SocketChannel port;
    private final UcxContext context;
    private final long endpoint;
    private final List<Long> requests = new ArrayList<>();
    private int chunks;

    UcxStranger(FabricEndpoint victim) throws IOException {
        port = new PortDialer(watchdog, 0)
                .dial(PortAddress.parse(victim.address()), ConnectionKind.UCX, 1, FabricContract.CONNECT_NANOS)
                .getFirst();
        context = UcxContext.open(UcxSettings.of("", "lo", UcxPolling.BUSY), UcxWay.GETS, new Counting());
        context.listen(UcxFrames.CHUNK);
        endpoint = context.connect(UcxGreeting.read(port).address(), 1);
    }

    /// Gets what is at an address of the victim's, with a key for something else.
    ///
    /// @param nanos to wait for it
    void get(long address, MemorySegment loot, long nanos) throws FabricException {
        long key = context.unpack(endpoint, context.map(arena.allocate(loot.byteSize())));
        keep(UcxNative.get(endpoint, key, address, loot.address(), loot.byteSize()));
        goOn(nanos);
    }

    /// Asks for the first piece of a region so many times and takes nothing behind that.
    void ask(int region, int times) {
        for (int i = 0; i < times; i++) {
            MemorySegment header = arena.allocate(UcxFrames.FETCH_BYTES);
            UcxFrames.putFetch(header, new UcxFrames.Fetch(i, region, 0, PIECE_BYTES));
            keep(UcxNative.send(endpoint, UcxMessage.bare(UcxFrames.FETCH, header, UcxFrames.FETCH_BYTES)));
        }
        goOn(FabricContract.CONNECT_NANOS);
        assertFalse(isOwed(), "the questions do not leave");
    }

    /// Takes what comes until nothing has come for so long.
    ///
    /// @return messages with bytes so far
    int take(long quietNanos) {
        long lastNanos = System.nanoTime();
        while (System.nanoTime() - lastNanos < quietNanos) {
            if (UcxNative.progress(context.worker()) != 0) {
                lastNanos = System.nanoTime();
            }
        }
        return chunks;
    }

    private void keep(long request) {
        assertFalse(UcxStatus.isError(request));
        if (request != 0) {
            requests.add(request);
        }
    }

    private boolean isOwed() {
        return requests.stream().anyMatch(request -> UcxNative.requestStatus(request) == UcxStatus.IN_PROGRESS);
    }

    private void goOn(long nanos) {
        long startNanos = System.nanoTime();
        while (isOwed() && System.nanoTime() - startNanos < nanos) {
            int ignored = UcxNative.progress(context.worker());
        }
    }

    /// Goes away without a word.
    @Override
    public void close() {
        assertFalse(UcxStatus.isError(UcxNative.closeForced(endpoint)));
        goOn(FabricContract.SECOND);
        context.close();
        Sockets.close(port);
        watchdog.close();
        arena.close();
    }

    private final class Counting implements UcxCallbacksNative.Listener {
        @Override
        public void endpointFailed(long argument, int status) {}

        @Override
        public void received(int id, MemorySegment header, MemorySegment data, long replyEndpoint) {
            chunks++;
        }
    }
}
