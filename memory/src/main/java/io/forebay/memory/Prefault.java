package io.forebay.memory;

import io.forebay.memory.backing.MemoryNative;
import io.forebay.memory.backing.PageKind;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/// Brings every page of a fresh pool, so that no later copy waits for the kernel to map one.
final class Prefault {
    private static final long PAGE_BYTES = 4 << 10;
    private static final long PART_BYTES = 64L << 20;
    private static final int COLLAPSES = 2;
    /// Some hosts fault in no more than 300 MB/s; a sixth of that is broken.
    private static final long SLOWEST_BYTES_PER_SECOND = 50L << 20;

    private static final long GRACE_SECONDS = 30;

    private Prefault() {}

    /// Writes a zero into each page of `data`, which nobody else uses yet, and returns when all threads are done.
    ///
    /// @throws IOException when it takes absurdly long, fails, or is interrupted
    static void touch(MemorySegment data, int threads) throws IOException {
        if (threads > 0) {
            inParts(data, threads, Prefault::touch);
        }
    }

    /// Asks the kernel for the pages of a mapped file that has none yet, huge ones where it finds them. It may
    /// bring fewer, or none: whoever needs them all allocates the file afterwards.
    ///
    /// @param file starts where a huge page may
    static void ask(MemorySegment file, PageKind pages, int threads) throws IOException {
        switch (pages) {
            case PLAIN -> {}
            case TRANSPARENT -> inParts(file, threads, Prefault::collapse);
            case HUGETLB -> inParts(file, threads, MemoryNative::populate);
        }
    }

    /// What is done to a part; the answer says nothing.
    private interface Work {
        int on(MemorySegment part) throws InterruptedException;
    }

    private static void inParts(MemorySegment data, int threads, Work work) throws IOException {
        List<Callable<Integer>> parts = new ArrayList<>();
        for (long at = 0; at < data.byteSize(); at += PART_BYTES) {
            MemorySegment part = data.asSlice(at, Math.min(PART_BYTES, data.byteSize() - at));
            parts.add(() -> work.on(part));
        }
        long limitSeconds = GRACE_SECONDS + data.byteSize() / SLOWEST_BYTES_PER_SECOND;
        ThreadFactory factory =
                Thread.ofPlatform().name("pool-prefault-", 0).daemon().factory();
        ExecutorService executor = Executors.newFixedThreadPool(Math.clamp(threads, 1, parts.size()), factory);
        try {
            if (Thread.interrupted()) {
                throw new InterruptedException(); // or the parts might all be done before anybody looks
            }
            for (Future<Integer> part : executor.invokeAll(parts, limitSeconds, TimeUnit.SECONDS)) {
                part.get();
            }
        } catch (CancellationException e) {
            throw new IOException(
                    "touching " + data.byteSize() + " bytes of the pool took longer than " + limitSeconds + " s", e);
        } catch (ExecutionException e) {
            throw new IOException("the pool's memory cannot be touched", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while touching the pool's memory", e);
        } finally {
            executor.shutdownNow();
        }
    }

    private static int touch(MemorySegment part) throws InterruptedException {
        for (long at = 0; at < part.byteSize(); at += PAGE_BYTES) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            part.set(ValueLayout.JAVA_BYTE, at, (byte) 0);
        }
        return 0;
    }

    /// One small page is brought for each huge one, and then exchanged for it: that works on a tmpfs whose
    /// `huge` option says never, too. A page that is in somebody's hands for a moment is met again in the
    /// second round.
    private static int collapse(MemorySegment part) throws InterruptedException {
        long wholeBytes = part.byteSize() / PageKind.HUGE_BYTES * PageKind.HUGE_BYTES;
        int error = 0;
        for (long at = 0; at < wholeBytes; at += PageKind.HUGE_BYTES) {
            error |= MemoryNative.populate(part.asSlice(at, PAGE_BYTES));
        }
        for (int round = 0; round < COLLAPSES && wholeBytes > 0 && error == 0; round++) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (MemoryNative.collapse(part.asSlice(0, wholeBytes)) == 0) {
                return 0;
            }
        }
        return error;
    }
}
