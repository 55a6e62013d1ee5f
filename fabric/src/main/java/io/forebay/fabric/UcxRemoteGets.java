package io.forebay.fabric;

import io.forebay.core.answer.Failure;
import io.forebay.core.peer.RegionDescriptor;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// [UcxWay#GETS]: UCX writes to the destinations, from the start of a get until it says that the get has ended. The
/// end of the endpoint ends all of them, and nothing else does.
final class UcxRemoteGets implements UcxGets {
    private final UcxContext context;
    private final UcxDebt debt;
    private final Listener listener;
    private final Map<Integer, UcxKey> keys = new HashMap<>();
    private final Map<Integer, Long> handles = new HashMap<>();
    private final List<Get> running = new ArrayList<>();
    private long endpoint;

    /// A get that UCX works on.
    private record Get(long request, UcxPart part) {}

    /// Parses the keys of the peer's regions.
    UcxRemoteGets(UcxContext context, List<RegionDescriptor> regions, UcxDebt debt, Listener listener)
            throws FabricException {
        this.context = context;
        this.debt = debt;
        this.listener = listener;
        for (RegionDescriptor region : regions) {
            keys.put(region.id(), UcxKey.parse(region.key()));
        }
    }

    @Override
    public void open(long endpoint) throws FabricException {
        this.endpoint = endpoint;
        for (Map.Entry<Integer, UcxKey> key : keys.entrySet()) {
            handles.put(key.getKey(), context.unpack(endpoint, key.getValue()));
        }
    }

    @Override
    public boolean hasRoom() {
        return running.size() < WINDOW;
    }

    @Override
    public void start(UcxPart part, UcxPiece piece) {
        UcxKey key = Objects.requireNonNull(keys.get(piece.region()));
        long handle = Objects.requireNonNull(handles.get(piece.region()));
        long remote = key.address() + piece.offset();
        long request = UcxNative.get(endpoint, handle, remote, piece.target(), piece.length());
        if (request == 0) {
            part.ended(null);
        } else if (UcxStatus.isError(request)) {
            end(part, (int) request);
        } else {
            debt.incur();
            running.add(new Get(request, part));
        }
    }

    @Override
    public void notice() {
        for (int i = running.size() - 1; i >= 0; i--) {
            Get get = running.get(i);
            int status = UcxNative.requestStatus(get.request());
            if (status != UcxStatus.IN_PROGRESS) {
                UcxNative.free(get.request());
                Get last = running.removeLast();
                if (i < running.size()) {
                    running.set(i, last);
                }
                debt.settle();
                end(get.part(), status);
            }
        }
    }

    private void end(UcxPart part, int status) {
        if (status == UcxStatus.OK) {
            listener.ended(part, null);
        } else {
            Failure cause = Blame.peer("ucx: " + UcxLibraryNative.describe(status));
            listener.ended(part, cause);
            listener.broken(cause);
        }
    }

    /// Nothing was asked for by message.
    @Override
    public void came(UcxFrames.Chunk chunk, MemorySegment data) {}

    /// UCX ends them.
    @Override
    public void fall(Failure cause) {}

    @Override
    public boolean isQuiet() {
        return running.isEmpty();
    }

    @Override
    public void close() {
        handles.values().forEach(UcxNative::destroyKey);
    }
}
