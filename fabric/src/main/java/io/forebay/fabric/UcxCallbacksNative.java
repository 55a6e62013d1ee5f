package io.forebay.fabric;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// The two functions that UCX calls, on the worker's thread within [UcxNative#progress]. An exception in one would
/// end the process, so none leaves here.
final class UcxCallbacksNative {
    private static final long RECEIVED_BYTES = 16;
    private static final int RECEIVED_ARGUMENTS = 6;

    private final Listener listener;

    private UcxCallbacksNative(Listener listener) {
        this.listener = listener;
    }

    /// Hears what happens on a worker. It must not call into the worker but to send.
    interface Listener {
        /// An endpoint is lost.
        ///
        /// @param argument the number with which it was made
        void endpointFailed(long argument, int status);

        /// A message came.
        ///
        /// @param id the number with which its handler was made
        /// @param header valid during the call
        /// @param data behind it, valid during the call
        /// @param replyEndpoint to answer on, during the call; 0 if the sender wants none
        void received(int id, MemorySegment header, MemorySegment data, long replyEndpoint);
    }

    /// The functions' addresses, valid as long as the arena.
    record Stubs(MemorySegment error, MemorySegment message) {}

    @SuppressWarnings("restricted") // the signatures of ucp_err_handler_cb_t and ucp_am_recv_callback_t
    static Stubs stubs(Listener listener, Arena arena) {
        UcxCallbacksNative target = new UcxCallbacksNative(listener);
        ValueLayout.OfLong word = ValueLayout.JAVA_LONG;
        ValueLayout.OfInt number = ValueLayout.JAVA_INT;
        Linker linker = Linker.nativeLinker();
        MethodType error = MethodType.methodType(void.class, long.class, long.class, int.class);
        MethodHandle message = target.method("received", MethodType.methodType(int.class, long[].class))
                .asCollector(long[].class, RECEIVED_ARGUMENTS);
        return new Stubs(
                linker.upcallStub(target.method("failed", error), FunctionDescriptor.ofVoid(word, word, number), arena),
                linker.upcallStub(message, FunctionDescriptor.of(number, word, word, word, word, word, word), arena));
    }

    private MethodHandle method(String name, MethodType type) {
        try {
            return MethodHandles.lookup()
                    .findVirtual(UcxCallbacksNative.class, name, type)
                    .bindTo(this);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("unused") // called by UCX
    private void failed(long argument, long endpoint, int status) {
        Callbacks.run(() -> listener.endpointFailed(argument, status));
    }

    /// @param arguments the handler's number; header, its length; data, its length; the parameters
    @SuppressWarnings("unused") // called by UCX
    private int received(long[] arguments) {
        Callbacks.run(() -> {
            MemorySegment parameters = UcxNative.view(arguments[5], RECEIVED_BYTES);
            // No message of ours is so long that UCX would only announce it.
            if (!UcxStructs.isPromise(parameters)) {
                MemorySegment header = UcxNative.view(arguments[1], arguments[2]);
                MemorySegment data = UcxNative.view(arguments[3], arguments[4]);
                listener.received((int) arguments[0], header, data, UcxStructs.replyEndpoint(parameters));
            }
        });
        return UcxStatus.OK;
    }
}
