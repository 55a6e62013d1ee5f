package io.forebay.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/// The calls of the C library that a pool and the SSD log need and Java doesn't have. For platform threads: a native
/// call pins the
/// carrier of a virtual one.
public final class PoolNative {
    /// Error numbers of Linux.
    static final int EINTR = 4;

    static final int ENOSPC = 28;
    static final int EDQUOT = 122;

    private static final int O_RDWR = 2;
    private static final int O_CLOEXEC = 0x80000;
    /// A signal ends an allocation that has not finished and undoes it, so large files are allocated in steps.
    private static final long STEP_BYTES = 256L << 20;

    private static final int ATTEMPTS = 100;

    private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = CALL_STATE.varHandle(PathElement.groupElement("errno"));
    private static final MethodHandle OPEN = handle(
            "open",
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
            Linker.Option.captureCallState("errno"),
            Linker.Option.firstVariadicArg(2));
    private static final MethodHandle FALLOCATE = handle(
            "posix_fallocate",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MethodHandle CLOSE =
            handle("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    private PoolNative() {}

    @SuppressWarnings("restricted") // the three signatures above are those of open(2), posix_fallocate(3), close(2)
    private static MethodHandle handle(String name, FunctionDescriptor signature, Linker.Option... options) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), signature, options);
    }

    /// Gives an existing file `sizeBytes` of real memory or disk, so that no later write to it can fail for room.
    ///
    /// @return 0, or the error number
    public static int allocate(Path file, long sizeBytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CALL_STATE);
            int descriptor = (int) OPEN.invokeExact(state, arena.allocateFrom(file.toString()), O_RDWR | O_CLOEXEC);
            if (descriptor < 0) {
                return (int) ERRNO.get(state, 0L);
            }
            try {
                return allocate(descriptor, sizeBytes);
            } finally {
                int ignored = (int) CLOSE.invokeExact(descriptor);
            }
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /// True for the error numbers that say that a file system or a quota is full.
    public static boolean isNoRoom(int error) {
        return error == ENOSPC || error == EDQUOT;
    }

    private static int allocate(int descriptor, long sizeBytes) throws Throwable {
        for (long at = 0; at < sizeBytes; at += STEP_BYTES) {
            int error = EINTR;
            for (int attempt = 0; error == EINTR && attempt < ATTEMPTS; attempt++) {
                error = (int) FALLOCATE.invokeExact(descriptor, at, Math.min(STEP_BYTES, sizeBytes - at));
            }
            if (error != 0) {
                return error;
            }
        }
        return 0;
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
