package io.forebay.memory.ssd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.layout.Layout;
import io.forebay.memory.Checksum;
import io.forebay.memory.ssd.file.DiskDirectory;
import io.forebay.memory.ssd.file.FaultyDirectory;
import io.forebay.memory.ssd.terms.DeviceSettings;
import io.forebay.memory.ssd.terms.ReadListener;
import io.forebay.memory.ssd.terms.ReadOutcome;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdGauges;
import io.forebay.memory.ssd.terms.SsdParts;
import io.forebay.memory.ssd.terms.SsdSettings;
import io.forebay.memory.ssd.terms.SsdSlot;
import io.forebay.memory.ssd.terms.SsdWrite;
import io.forebay.memory.ssd.terms.WriteListener;
import io.forebay.memory.ssd.terms.WriteOutcome;
import io.forebay.memory.ssd.terms.WriteRefusal;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// A tier on directories that can fail, as tests drive it: they wait for what the tier tells its listeners.
public final class TestTier implements AutoCloseable {
    public static final long MINUTE = 60_000_000_000L;
    static final long MIB = 1 << 20;

    public final List<FaultyDirectory> directories = new ArrayList<>();
    public final SsdTier tier;

    private TestTier(
            SsdSettings settings,
            List<DeviceSettings> devices,
            Retirement retirement,
            Consumer<FaultyDirectory> prepare)
            throws IOException {
        SsdParts real = PlatformParts.of(settings, retirement);
        SsdParts parts = new SsdParts(
                (directory, direct) -> {
                    Files.createDirectories(directory);
                    FaultyDirectory faulty = new FaultyDirectory(DiskDirectory.open(directory, direct));
                    prepare.accept(faulty);
                    directories.add(faulty);
                    return faulty;
                },
                real.threads(),
                real.nonces(),
                retirement);
        tier = SsdTier.open(settings, devices, parts);
    }

    /// Files of 1 MiB, 16 MiB in all.
    public static TestTier open(Path directory) throws IOException {
        return open(settings(), Retirement.UNREGISTERED, new DeviceSettings(directory, 16 * MIB));
    }

    public static TestTier open(SsdSettings settings, Retirement retirement, DeviceSettings... devices)
            throws IOException {
        return openWith(settings, retirement, faulty -> {}, devices);
    }

    /// Its directories may fail at the start already.
    public static TestTier openWith(
            SsdSettings settings, Retirement retirement, Consumer<FaultyDirectory> prepare, DeviceSettings... devices)
            throws IOException {
        return new TestTier(settings, List.of(devices), retirement, prepare);
    }

    public static TestTier open(Path directory, Retirement retirement) throws IOException {
        DeviceSettings device = new DeviceSettings(directory, 16 * MIB);
        return new TestTier(settings(), List.of(device), retirement, faulty -> {});
    }

    public static SsdSettings settings() {
        return new SsdSettings("node", MIB, 4, 3, 64, 64, 8 * MIB, 10_000_000_000L, 300_000_000L, true, false, 25, 90);
    }

    /// The names of the log files of the first device.
    public List<String> logs() throws IOException {
        return logs(Path.of(directories.getFirst().name()));
    }

    public static List<String> logs(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(each -> each.getFileName().toString())
                    .filter(each -> each.endsWith(".log"))
                    .sorted()
                    .toList();
        }
    }

    /// Nothing is under way or held; and when the tier has closed, the next one can have its directories: no lock,
    /// buffer or thread is left behind.
    public void closeWhole(Path... all) throws IOException {
        await("everything is over", () -> tier.gauges().stream().allMatch(TestTier::isAtRest));
        close();
        for (Path each : all) {
            TestTier next = open(each);
            next.close();
        }
    }

    private static boolean isAtRest(SsdGauges gauges) {
        return gauges.queuedWrites() == 0
                && gauges.queuedWriteBytes() == 0
                && gauges.readsInFlight() == 0
                && gauges.pinned() == 0;
    }

    /// What a listener was told.
    public static final class Told implements WriteListener, ReadListener {
        public final CompletableFuture<WriteOutcome> write = new CompletableFuture<>();
        public final CompletableFuture<ReadOutcome> read = new CompletableFuture<>();
        public final CompletableFuture<Boolean> over = new CompletableFuture<>();

        @Override
        public void finished(WriteOutcome outcome) {
            assertTrue(write.complete(outcome), "an outcome is told once");
        }

        @Override
        public void finished(ReadOutcome outcome) {
            assertTrue(read.complete(outcome), "an outcome is told once");
        }

        @Override
        public void over() {
            boolean order = write.isDone() || read.isDone();
            assertTrue(over.complete(order), "the end is told once");
        }
    }

    public static <T> T get(CompletableFuture<T> future) {
        try {
            return future.get(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("was not told in time", e);
        }
    }

    public Told begin(TestBlock block) {
        List<SsdSlot> slots = block.slots().stream()
                .map(slot -> new SsdSlot(slot, Checksum.of(slot), 0))
                .toList();
        Told told = new Told();
        tier.write(new SsdWrite(block.key(), block.home().layout(), slots), told);
        return told;
    }

    public WriteOutcome write(TestBlock block) {
        Told told = begin(block);
        WriteOutcome outcome = get(told.write);
        assertTrue(get(told.over), "over comes after finished");
        return outcome;
    }

    public void store(long number, Layout layout) {
        WriteOutcome outcome = write(TestBlock.of(number, layout));
        assertTrue(outcome instanceof WriteOutcome.Stored, "block " + number + ": " + outcome);
    }

    public void refused(WriteRefusal cause, TestBlock block) {
        assertEquals(new WriteOutcome.Refused(cause), write(block));
    }

    public Told beginRead(SsdPin pin, List<MemorySegment> targets) {
        Told told = new Told();
        tier.read(pin, targets, MINUTE, told);
        return told;
    }

    /// Reads a block; empty if there is none. What is loaded must be right.
    public Optional<ReadOutcome> read(long number, Layout layout) {
        TestBlock block = TestBlock.of(number, layout);
        Optional<SsdPin> pinned = tier.pin(block.key());
        if (pinned.isEmpty()) {
            return Optional.empty();
        }
        try (SsdPin pin = pinned.get()) {
            List<MemorySegment> targets = block.targets(0);
            Told told = beginRead(pin, targets);
            ReadOutcome outcome = get(told.read);
            assertTrue(get(told.over), "over comes after finished");
            if (outcome instanceof ReadOutcome.Loaded loaded) {
                assertEquals(block.entries(), loaded.slots());
                assertTrue(block.isIn(targets), "wrong bytes in block " + number);
            }
            return Optional.of(outcome);
        }
    }

    public boolean has(long number, Layout layout) {
        return tier.find(TestBlock.key(number, layout)).isPresent();
    }

    public boolean loads(long number, Layout layout) {
        return read(number, layout).filter(ReadOutcome.Loaded.class::isInstance).isPresent();
    }

    public boolean sync() {
        CompletableFuture<Boolean> synced = new CompletableFuture<>();
        tier.sync(synced::complete);
        return get(synced);
    }

    public SsdGauges gauges() {
        return tier.gauges().getFirst();
    }

    /// Waits until something holds.
    public static void await(String what, BooleanSupplier reached) {
        // A device that has failed again and again is left alone for 30 s at most, then tried.
        long end = System.nanoTime() + 120_000_000_000L;
        while (!reached.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("never: " + what);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    /// Waits until no more is live than nine tenths of what 12 of 16 files hold; the others are open, or kept free.
    void awaitMark() {
        await("what is too much has gone", () -> gauges().usedBytes() <= 12 * MIB / 100 * 90);
    }

    public List<BlockKey> keys() {
        return tier.inventory().records().stream().map(each -> each.key()).toList();
    }

    @Override
    public void close() {
        assertTrue(tier.isAccounted(), "used is the sum of what is live");
        tier.close();
    }
}
