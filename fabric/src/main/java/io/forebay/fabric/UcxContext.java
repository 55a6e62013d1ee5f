package io.forebay.fabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// A UCX context with its one worker, and the memory that is mapped in it. One thread at a time; once the worker's
/// thread runs, that one.
final class UcxContext {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private final Arena arena = Arena.ofShared();
    private final UcxCallbacksNative.Stubs stubs;
    private final List<Long> memory = new ArrayList<>();
    private long context;
    private long worker;
    private byte[] address = {};
    private int descriptor;

    private UcxContext(UcxCallbacksNative.Listener listener) {
        this.stubs = UcxCallbacksNative.stubs(listener, arena);
    }

    /// @param way without [UcxWay#GETS] nobody can get memory of this process
    /// @param listener of everything that happens on the worker
    /// @throws FabricException when UCX cannot do what is needed with these settings
    static UcxContext open(UcxSettings settings, UcxWay way, UcxCallbacksNative.Listener listener)
            throws FabricException {
        UcxLibraryNative.load();
        UcxContext opened = new UcxContext(listener);
        try {
            opened.create(settings, way);
            return opened;
        } catch (FabricException e) {
            opened.close();
            throw e;
        }
    }

    private void create(UcxSettings settings, UcxWay way) throws FabricException {
        context = createContext(settings, way, arena);
        MemorySegment result = arena.allocate(LONG);
        int status = UcxNative.workerCreate(context, UcxStructs.worker(arena).address(), result.address());
        require(status, "create a worker");
        worker = result.get(LONG, 0);
        address = readAddress(worker);
        descriptor = readDescriptor(worker);
    }

    private static long createContext(UcxSettings settings, UcxWay way, Arena arena) throws FabricException {
        MemorySegment result = arena.allocate(LONG);
        require(UcxNative.configRead(0, 0, result.address()), "read its configuration");
        long config = result.get(LONG, 0);
        try {
            modify(config, "TLS", settings.transports(), arena);
            modify(config, "NET_DEVICES", settings.devices(), arena);
            if (way == UcxWay.MESSAGES) {
                // UCX copies a message when it can be sent and does not register its memory for that: nothing to undo
                // when the reader goes away.
                modify(config, "ZCOPY_THRESH", "inf", arena);
            }
            MemorySegment parameters = UcxStructs.context(way, arena);
            require(
                    UcxNative.init(parameters.address(), config, result.address()),
                    "start (transports '" + settings.transports() + "', devices '" + settings.devices() + "')");
            return result.get(LONG, 0);
        } finally {
            UcxNative.configRelease(config);
        }
    }

    private static void modify(long config, String name, String value, Arena arena) throws FabricException {
        if (!value.isEmpty()) {
            MemorySegment key = arena.allocateFrom(name);
            int status = UcxNative.configModify(
                    config, key.address(), arena.allocateFrom(value).address());
            require(status, "set " + name + " to '" + value + "'");
        }
    }

    private static byte[] readAddress(long worker) throws FabricException {
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment result = scratch.allocate(LONG, 2);
            require(UcxNative.workerAddress(worker, result.address(), result.address() + 8), "say its address");
            byte[] address = UcxNative.bytes(result.get(LONG, 0), result.get(LONG, 8));
            UcxNative.releaseAddress(worker, result.get(LONG, 0));
            return address;
        }
    }

    private static int readDescriptor(long worker) throws FabricException {
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment result = scratch.allocate(LONG);
            require(UcxNative.workerDescriptor(worker, result.address()), "be waited for");
            return result.get(ValueLayout.JAVA_INT, 0);
        }
    }

    private static void require(int status, String what) throws FabricException {
        UcxStatus.require(status, "ucx cannot " + what);
    }

    long worker() {
        return worker;
    }

    /// Readable when there is something to do, once armed.
    int descriptor() {
        return descriptor;
    }

    /// How peers reach the worker; any thread.
    byte[] address() {
        return address.clone();
    }

    /// Messages with this number go to the listener from now on.
    void listen(int messageId) throws FabricException {
        MemorySegment parameters = UcxStructs.messageHandler(arena, messageId, stubs.message(), messageId);
        require(UcxNative.setMessageHandler(worker, parameters.address()), "listen");
    }

    /// Lets peers read `segment` until the context closes.
    ///
    /// @return what a peer needs to read it
    UcxKey map(MemorySegment segment) throws FabricException {
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment result = scratch.allocate(LONG, 2);
            require(
                    UcxNative.memoryMap(
                            context, UcxStructs.memory(scratch, segment).address(), result.address()),
                    "register " + segment.byteSize() + " bytes");
            long mapped = result.get(LONG, 0);
            memory.add(mapped);
            require(UcxNative.packKey(context, mapped, result.address(), result.address() + 8), "pack a key");
            byte[] packed = UcxNative.bytes(result.get(LONG, 0), result.get(LONG, 8));
            UcxNative.releaseKey(result.get(LONG, 0));
            return UcxKey.of(segment.address(), packed);
        }
    }

    /// Opens an endpoint; nothing is sent before its first use.
    ///
    /// @param remote a peer's [#address]
    /// @param argument says which endpoint it is when it fails
    long connect(byte[] remote, long argument) throws FabricException {
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment address = UcxKey.padded(remote, scratch);
            MemorySegment result = scratch.allocate(LONG);
            MemorySegment parameters = UcxStructs.endpoint(scratch, address, stubs.error(), argument);
            require(
                    UcxNative.endpointCreate(worker, parameters.address(), result.address()),
                    "reach that address with its devices");
            return result.get(LONG, 0);
        }
    }

    /// Makes a peer's key usable on an endpoint.
    long unpack(long endpoint, UcxKey key) throws FabricException {
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment result = scratch.allocate(LONG);
            int status = UcxNative.unpackKey(endpoint, key.padded(scratch).address(), result.address());
            require(status, "use the peer's key");
            return result.get(LONG, 0);
        }
    }

    /// Gives everything back. No request may run and no endpoint of ours be open.
    void close() {
        for (long mapped : memory) {
            int ignored = UcxNative.memoryUnmap(context, mapped);
        }
        if (worker != 0) {
            UcxNative.workerDestroy(worker);
        }
        if (context != 0) {
            UcxNative.cleanup(context);
        }
        arena.close();
    }
}
