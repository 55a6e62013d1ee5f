package io.forebay.fabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The structs of `ucp.h` that are handed in, by size and offset on 64-bit Linux, measured with `offsetof` against
/// UCX 1.13.1. Each starts with a mask that says which fields count, and newer versions only add fields behind, so
/// an offset here stays what it is; each size here is at least that of 1.13.
final class UcxStructs {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    /// Room for every struct, also for what a later version reads only where its mask says so.
    private static final long ROOM = 256;

    /// `UCP_FEATURE_WAKEUP | UCP_FEATURE_AM`.
    private static final long MESSAGES = 1L << 4 | 1L << 6;
    /// `UCP_FEATURE_RMA`: with it any peer can read any memory of the process where UCX imitates gets.
    private static final long GETS = 1L << 1;

    private static final int THREAD_MODE_SINGLE = 0;
    private static final int ERROR_MODE_PEER = 1;

    private UcxStructs() {}

    /// `ucp_params_t`: the features in use.
    static MemorySegment context(UcxWay way, Arena arena) {
        MemorySegment struct = struct(arena, 1);
        struct.set(LONG, 8, way == UcxWay.GETS ? MESSAGES | GETS : MESSAGES);
        return struct;
    }

    /// `ucp_worker_params_t`: one thread calls it.
    static MemorySegment worker(Arena arena) {
        MemorySegment struct = struct(arena, 1);
        struct.set(INT, 8, THREAD_MODE_SINGLE);
        return struct;
    }

    /// `ucp_mem_map_params_t`: address and length.
    static MemorySegment memory(Arena arena, MemorySegment memory) {
        MemorySegment struct = struct(arena, 1 | 1 << 1);
        struct.set(LONG, 8, memory.address());
        struct.set(LONG, 16, memory.byteSize());
        return struct;
    }

    /// `ucp_ep_params_t`: a remote worker's address, peer error handling, and the handler of errors.
    static MemorySegment endpoint(Arena arena, MemorySegment address, MemorySegment handler, long argument) {
        MemorySegment struct = struct(arena, 1 | 1 << 1 | 1 << 2);
        struct.set(LONG, 8, address.address());
        struct.set(INT, 16, ERROR_MODE_PEER);
        struct.set(LONG, 24, handler.address());
        struct.set(LONG, 32, argument);
        return struct;
    }

    /// `ucp_am_handler_param_t`: a message's number and who takes it.
    static MemorySegment messageHandler(Arena arena, int id, MemorySegment handler, long argument) {
        MemorySegment struct = struct(arena, 1 | 1 << 2 | 1 << 3);
        struct.set(INT, 8, id);
        struct.set(LONG, 16, handler.address());
        struct.set(LONG, 24, argument);
        return struct;
    }

    /// The endpoint to answer on of a `ucp_am_recv_param_t`; 0 if there is none.
    static long replyEndpoint(MemorySegment received) {
        return (received.get(LONG, 0) & 1) == 0 ? 0 : received.get(LONG, 8);
    }

    /// True if the data of a `ucp_am_recv_param_t` are no bytes but what is needed to get them
    /// (`UCP_AM_RECV_ATTR_FLAG_RNDV`).
    static boolean isPromise(MemorySegment received) {
        return (received.get(LONG, 0) & 1 << 17) != 0;
    }

    /// `ucp_request_param_t` for the process's life. Its mask and its flags, four bytes each, make one number.
    static MemorySegment requestParameters(long maskAndFlags) {
        return struct(Arena.global(), maskAndFlags);
    }

    private static MemorySegment struct(Arena arena, long mask) {
        MemorySegment struct = arena.allocate(ROOM, Long.BYTES);
        struct.set(LONG, 0, mask);
        return struct;
    }
}
