package io.forebay.memory.backing;

import java.io.IOException;
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
import java.util.Arrays;

/// The calls that map a pool's file and say what memory it is to have; Java has none of them. Each answers 0 or
/// the error number. For platform threads: a native call pins the carrier of a virtual one, and some of these
/// take seconds.
public final class MemoryNative {
    private static final int O_RDWR = 2;
    private static final int O_NOFOLLOW_CLOEXEC = (isX86() ? 0x20000 : 0x8000) | 0x80000;
    private static final int PROT_NONE = 0;
    private static final int PROT_READ_WRITE = 3;
    private static final int MAP_SHARED_FIXED = 0x1 | 0x10;
    private static final int MAP_RESERVATION = 0x2 | 0x20 | 0x4000; // private, anonymous, no swap set aside
    private static final int MADV_HUGEPAGE = 14;
    private static final int MADV_POPULATE_WRITE = 23;
    private static final int MADV_COLLAPSE = 25;
    private static final int MLOCK_ONFAULT = 1;
    private static final long SYS_MBIND = isX86() ? 237 : 235;
    private static final int MPOL_PREFERRED = 1;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = CALL_STATE.varHandle(PathElement.groupElement("errno"));
    private static final MethodHandle OPEN =
            handle("open", FunctionDescriptor.of(INT, ValueLayout.ADDRESS, INT), Linker.Option.firstVariadicArg(2));
    private static final MethodHandle TRUNCATE = handle("ftruncate", FunctionDescriptor.of(INT, INT, LONG));
    private static final MethodHandle CLOSE = handle("close", FunctionDescriptor.of(INT, INT));
    private static final MethodHandle MAP =
            handle("mmap", FunctionDescriptor.of(LONG, LONG, LONG, INT, INT, INT, LONG));
    private static final MethodHandle UNMAP = handle("munmap", FunctionDescriptor.of(INT, LONG, LONG));
    private static final MethodHandle ADVISE =
            handle("madvise", FunctionDescriptor.of(INT, ValueLayout.ADDRESS, LONG, INT));
    private static final MethodHandle LOCK =
            handle("mlock2", FunctionDescriptor.of(INT, ValueLayout.ADDRESS, LONG, INT));
    private static final MethodHandle SYSCALL = handle(
            "syscall",
            FunctionDescriptor.of(LONG, LONG, ValueLayout.ADDRESS, LONG, LONG, ValueLayout.ADDRESS, LONG, LONG),
            Linker.Option.firstVariadicArg(1));

    private MemoryNative() {}

    /// Gives the file its length and maps all of it, shared and writable, at an address that huge pages can
    /// back: Java's own mapping is at any. The mapping goes with the arena.
    ///
    /// @throws IOException with the error number of the step that failed
    public static MemorySegment map(Path file, long sizeBytes, Arena arena) throws IOException {
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment state = scratch.allocate(CALL_STATE);
            MemorySegment name = scratch.allocateFrom(file.toString());
            int descriptor = (int) OPEN.invokeExact(state, name, O_RDWR | O_NOFOLLOW_CLOEXEC);
            require(descriptor >= 0, "open " + file, state);
            try {
                int cut = (int) TRUNCATE.invokeExact(state, descriptor, sizeBytes);
                require(cut == 0, "give " + sizeBytes + " bytes to " + file, state);
                return map(descriptor, sizeBytes, arena, state);
            } finally {
                int ignored = (int) CLOSE.invokeExact(state, descriptor);
            }
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /// Addresses for one huge page more are set aside first, so that the file fits among them aligned; they are
    /// given back with it.
    @SuppressWarnings("restricted") // the segment is exactly what was mapped, and unmapped with its arena
    private static MemorySegment map(int descriptor, long sizeBytes, Arena arena, MemorySegment state)
            throws Throwable {
        long asideBytes = sizeBytes + 2 * PageKind.HUGE_BYTES;
        long aside = (long) MAP.invokeExact(state, 0L, asideBytes, PROT_NONE, MAP_RESERVATION, -1, 0L);
        require(aside != -1, "find " + asideBytes + " addresses", state);
        long start = (aside + PageKind.HUGE_BYTES - 1) & -PageKind.HUGE_BYTES;
        long mapped =
                (long) MAP.invokeExact(state, start, sizeBytes, PROT_READ_WRITE, MAP_SHARED_FIXED, descriptor, 0L);
        if (mapped == -1) {
            IOException refused = refused("map " + sizeBytes + " bytes", state);
            unmap(aside, asideBytes);
            throw refused;
        }
        return MemorySegment.ofAddress(start).reinterpret(sizeBytes, arena, gone -> unmap(aside, asideBytes));
    }

    private static void unmap(long address, long bytes) {
        int ignored = call(state -> (int) UNMAP.invokeExact(state, address, bytes));
    }

    /// Pages of the range that come later may be huge.
    static int adviseHuge(MemorySegment range) {
        return advise(range, MADV_HUGEPAGE);
    }

    /// Brings all pages of the range, for writing. Unlike a touch it does not fault where there is no memory.
    public static int populate(MemorySegment range) {
        return advise(range, MADV_POPULATE_WRITE);
    }

    /// Makes huge pages of those whole units of the range that have at least one page, on the node where that
    /// is, and whatever the file system's `huge` option says.
    public static int collapse(MemorySegment range) {
        return advise(range, MADV_COLLAPSE);
    }

    private static int advise(MemorySegment range, int advice) {
        return call(state -> (int) ADVISE.invokeExact(state, range, range.byteSize(), advice));
    }

    /// Keeps the range in memory until it is unmapped.
    ///
    /// @param asTouched each page from when it is first touched; else all are brought now
    static int lock(MemorySegment range, boolean asTouched) {
        int flags = asTouched ? MLOCK_ONFAULT : 0;
        return call(state -> (int) LOCK.invokeExact(state, range, range.byteSize(), flags));
    }

    /// Pages of the range that come later come from that node, or from another when it has none left.
    static int prefer(MemorySegment range, int numaNode) {
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment nodes = scratch.allocate(LONG, NumaChoice.MAX_NODE / Long.SIZE + 1);
            nodes.setAtIndex(LONG, numaNode / Long.SIZE, 1L << numaNode);
            long bits = NumaChoice.MAX_NODE + 2L; // the kernel takes one off
            return call(state -> (int) (long) SYSCALL.invokeExact(
                    state, SYS_MBIND, range, range.byteSize(), (long) MPOL_PREFERRED, nodes, bits, 0L));
        }
    }

    /// What is called: a method handle declares Throwable.
    private interface Call {
        int answer(MemorySegment state) throws Throwable;
    }

    private static int call(Call call) {
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment state = scratch.allocate(CALL_STATE);
            return call.answer(state) == 0 ? 0 : (int) ERRNO.get(state, 0L);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static void require(boolean holds, String what, MemorySegment state) throws IOException {
        if (!holds) {
            throw refused(what, state);
        }
    }

    private static IOException refused(String what, MemorySegment state) {
        return new IOException("cannot " + what + ": error number " + (int) ERRNO.get(state, 0L));
    }

    private static boolean isX86() {
        return System.getProperty("os.arch", "").equals("amd64");
    }

    @SuppressWarnings("restricted") // the signatures are those of the manual, section 2
    private static MethodHandle handle(String name, FunctionDescriptor signature, Linker.Option... options) {
        Linker linker = Linker.nativeLinker();
        Linker.Option[] all = Arrays.copyOf(options, options.length + 1);
        all[options.length] = Linker.Option.captureCallState("errno");
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), signature, all);
    }

    /// These throw nothing checked.
    private static RuntimeException unexpected(Throwable e) {
        return switch (e) {
            case Error error -> throw error;
            case RuntimeException exception -> exception;
            default -> new IllegalStateException(e);
        };
    }
}
