package io.forebay.fabric;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/// The calls of libucp, with handles and addresses as plain numbers and statuses as `ucs_status_t` ([UcxStatus]).
///
/// The class is initialised by [UcxLibraryNative] once the library is known to be usable. For platform threads; all
/// calls on one worker, its endpoints and requests on the thread that owns it, but for [#signal].
final class UcxNative {
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    /// `UCP_OP_ATTR_FIELD_FLAGS` and `UCP_EP_CLOSE_FLAG_FORCE` or `UCP_AM_SEND_FLAG_REPLY`, which are the same number.
    private static final long FLAG_ONE = 0x1_0000_0010L;
    /// `UCP_OP_ATTR_FIELD_FLAGS` and `UCP_AM_SEND_FLAG_EAGER`.
    private static final long FLAG_TWO = 0x2_0000_0010L;

    private static final short POLLIN = 1;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY = UcxLibraryNative.lookup();

    private static final MethodHandle CONFIG_READ = status("ucp_config_read", 3);
    private static final MethodHandle CONFIG_MODIFY = status("ucp_config_modify", 3);
    private static final MethodHandle CONFIG_RELEASE = nothing("ucp_config_release", 1);
    private static final MethodHandle CLEANUP = nothing("ucp_cleanup", 1);
    private static final MethodHandle WORKER_CREATE = status("ucp_worker_create", 3);
    private static final MethodHandle WORKER_DESTROY = nothing("ucp_worker_destroy", 1);
    private static final MethodHandle WORKER_ADDRESS = status("ucp_worker_get_address", 3);
    private static final MethodHandle RELEASE_ADDRESS = nothing("ucp_worker_release_address", 2);
    private static final MethodHandle WORKER_DESCRIPTOR = status("ucp_worker_get_efd", 2);
    private static final MethodHandle SET_MESSAGE_HANDLER = status("ucp_worker_set_am_recv_handler", 2);
    private static final MethodHandle MEMORY_MAP = status("ucp_mem_map", 3);
    private static final MethodHandle MEMORY_UNMAP = status("ucp_mem_unmap", 2);
    private static final MethodHandle PACK_KEY = status("ucp_rkey_pack", 4);
    private static final MethodHandle RELEASE_KEY = nothing("ucp_rkey_buffer_release", 1);
    private static final MethodHandle UNPACK_KEY = status("ucp_ep_rkey_unpack", 3);
    private static final MethodHandle DESTROY_KEY = nothing("ucp_rkey_destroy", 1);
    private static final MethodHandle ENDPOINT_CREATE = status("ucp_ep_create", 3);
    private static final MethodHandle INIT =
            handle("ucp_init_version", FunctionDescriptor.of(INT, INT, INT, WORD, WORD, WORD));
    private static final MethodHandle ARM = status("ucp_worker_arm", 1);
    private static final MethodHandle SIGNAL = status("ucp_worker_signal", 1);
    private static final MethodHandle PROGRESS = status("ucp_worker_progress", 1);
    private static final MethodHandle REQUEST_STATUS = status("ucp_request_check_status", 1);
    private static final MethodHandle REQUEST_FREE = nothing("ucp_request_free", 1);
    private static final MethodHandle CLOSE = handle("ucp_ep_close_nbx", FunctionDescriptor.of(WORD, words(2)));
    private static final MethodHandle GET = handle("ucp_get_nbx", FunctionDescriptor.of(WORD, words(6)));
    private static final MethodHandle SEND =
            handle("ucp_am_send_nbx", FunctionDescriptor.of(WORD, WORD, INT, WORD, WORD, WORD, WORD, WORD));
    private static final MethodHandle POLL = poll();

    private static final MemorySegment NO_PARAMETERS = UcxStructs.requestParameters(0);
    private static final MemorySegment FORCE = UcxStructs.requestParameters(FLAG_ONE);
    private static final MemorySegment REPLY = FORCE;
    private static final MemorySegment EAGER = UcxStructs.requestParameters(FLAG_TWO);

    private UcxNative() {}

    static int configRead(long prefix, long file, long result) {
        return call(CONFIG_READ, prefix, file, result);
    }

    static int configModify(long config, long name, long value) {
        return call(CONFIG_MODIFY, config, name, value);
    }

    static void configRelease(long config) {
        run(CONFIG_RELEASE, config);
    }

    static void cleanup(long context) {
        run(CLEANUP, context);
    }

    static int workerCreate(long context, long params, long result) {
        return call(WORKER_CREATE, context, params, result);
    }

    static void workerDestroy(long worker) {
        run(WORKER_DESTROY, worker);
    }

    static int workerAddress(long worker, long result, long length) {
        return call(WORKER_ADDRESS, worker, result, length);
    }

    static void releaseAddress(long worker, long address) {
        run(RELEASE_ADDRESS, worker, address);
    }

    static int workerDescriptor(long worker, long result) {
        return call(WORKER_DESCRIPTOR, worker, result);
    }

    static int setMessageHandler(long worker, long params) {
        return call(SET_MESSAGE_HANDLER, worker, params);
    }

    static int memoryMap(long context, long params, long result) {
        return call(MEMORY_MAP, context, params, result);
    }

    static int memoryUnmap(long context, long memory) {
        return call(MEMORY_UNMAP, context, memory);
    }

    static int packKey(long context, long memory, long result, long length) {
        return call(PACK_KEY, context, memory, result, length);
    }

    static void releaseKey(long buffer) {
        run(RELEASE_KEY, buffer);
    }

    static int unpackKey(long endpoint, long buffer, long result) {
        return call(UNPACK_KEY, endpoint, buffer, result);
    }

    static void destroyKey(long key) {
        run(DESTROY_KEY, key);
    }

    static int endpointCreate(long worker, long params, long result) {
        return call(ENDPOINT_CREATE, worker, params, result);
    }

    /// @param parameters `ucp_params_t`
    static int init(long parameters, long config, long result) {
        try {
            return (int) INIT.invokeExact(UcxLibraryNative.MAJOR, UcxLibraryNative.MINOR, parameters, config, result);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /// Closes an endpoint without asking the peer: its requests end with an error, each in its own time.
    ///
    /// @return a request, a status, or 0
    static long closeForced(long endpoint) {
        try {
            return (long) CLOSE.invokeExact(endpoint, FORCE.address());
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /// Starts a one-sided read.
    ///
    /// @return a request, a status, or 0
    static long get(long endpoint, long key, long remote, long local, long length) {
        try {
            return (long) GET.invokeExact(endpoint, local, length, remote, key, NO_PARAMETERS.address());
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /// Sends a message, whose header and data stay valid until the request has ended.
    ///
    /// @return a request, a status, or 0
    static long send(long endpoint, UcxMessage message) {
        long parameters = (message.wantsReply() ? REPLY : EAGER).address();
        MemorySegment data = message.data();
        try {
            return (long) SEND.invokeExact(
                    endpoint,
                    message.id(),
                    message.header().address(),
                    message.headerBytes(),
                    data.address(),
                    data.byteSize(),
                    parameters);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /// Lets the worker do what is to be done now; 0 if that was nothing.
    static int progress(long worker) {
        try {
            return (int) PROGRESS.invokeExact(worker);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int requestStatus(long request) {
        try {
            return (int) REQUEST_STATUS.invokeExact(request);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static void free(long request) {
        try {
            REQUEST_FREE.invokeExact(request);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /// Prepares the worker's descriptor to be waited for; [UcxStatus#BUSY] if there is something to do first.
    static int arm(long worker) {
        return call(ARM, worker);
    }

    /// Ends a wait for the worker's descriptor. Safe from any thread as long as the worker lives.
    static int signal(long worker) {
        return call(SIGNAL, worker);
    }

    /// Waits until the descriptor can be read or the time is over; a signal may end it early.
    ///
    /// @param scratch 8 bytes
    static void awaitReadable(int descriptor, int millis, MemorySegment scratch) {
        scratch.set(INT, 0, descriptor);
        scratch.set(ValueLayout.JAVA_SHORT, 4, POLLIN);
        try {
            int ignored = (int) POLL.invokeExact(scratch.address(), 1L, millis);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /// Bytes that the library owns.
    @SuppressWarnings("restricted") // the library said where they are and how many
    static byte[] bytes(long address, long length) {
        return MemorySegment.ofAddress(address).reinterpret(length).toArray(ValueLayout.JAVA_BYTE);
    }

    /// A view of bytes that the library owns, for as long as it says.
    @SuppressWarnings("restricted") // the library said where they are and how many
    static MemorySegment view(long address, long length) {
        return MemorySegment.ofAddress(address).reinterpret(length).asReadOnly();
    }

    /// Copies to a destination of a read that runs.
    @SuppressWarnings("restricted") // the read's range says where it is and how long
    static void copy(MemorySegment bytes, long target) {
        MemorySegment.ofAddress(target).reinterpret(bytes.byteSize()).copyFrom(bytes);
    }

    private static MethodHandle status(String name, int arguments) {
        return handle(name, FunctionDescriptor.of(INT, words(arguments)));
    }

    private static MethodHandle nothing(String name, int arguments) {
        return handle(name, FunctionDescriptor.ofVoid(words(arguments)));
    }

    private static MemoryLayout[] words(int count) {
        return Collections.nCopies(count, WORD).toArray(MemoryLayout[]::new);
    }

    @SuppressWarnings("restricted") // the signatures are those of ucp.h; a pointer and a size_t are one word each
    private static MethodHandle handle(String name, FunctionDescriptor signature) {
        return LINKER.downcallHandle(LIBRARY.findOrThrow(name), signature);
    }

    @SuppressWarnings("restricted") // the signature of poll(2)
    private static MethodHandle poll() {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow("poll"), FunctionDescriptor.of(INT, WORD, WORD, INT));
    }

    /// A call whose cost does not matter.
    private static int call(MethodHandle handle, long... arguments) {
        try {
            return (int) handle.invokeWithArguments(boxed(arguments));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static void run(MethodHandle handle, long... arguments) {
        try {
            Object ignored = handle.invokeWithArguments(boxed(arguments));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static List<Long> boxed(long... arguments) {
        return LongStream.of(arguments).boxed().toList();
    }

    /// A method handle declares Throwable; these throw nothing checked.
    private static RuntimeException unexpected(Throwable e) {
        return switch (e) {
            case Error error -> throw error;
            case RuntimeException exception -> exception;
            default -> new IllegalStateException(e);
        };
    }
}
