package io.forebay.memory.ssd;

import io.forebay.core.block.BlockKey;
import io.forebay.core.layout.Layout;
import io.forebay.memory.Checksum;
import io.forebay.memory.ssd.terms.DeviceSettings;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdSettings;
import io.forebay.memory.ssd.terms.SsdSlot;
import io.forebay.memory.ssd.terms.SsdWrite;
import io.forebay.memory.ssd.terms.WriteListener;
import io.forebay.memory.ssd.terms.WriteOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/// A process that writes, reads, drops and syncs until it is killed, and says what has happened, a line each:
/// `stored N`, `covered N` by a sync, `leaving N` before it may be reclaimed, `dropping N` before it is dropped,
/// `dropped N` when a sync has covered that.
public final class KilledWriter {
    /// Of the tier, so that whoever comes next opens it alike.
    static final long CAPACITY = 12 << 20;

    private static final int AT_ONCE = 6;
    private static final int SYNC_EVERY = 20;

    private final SsdTier tier;
    private final SplittableRandom random;
    private final Map<Long, Boolean> stored = new ConcurrentHashMap<>();
    private final Set<Long> covered = new HashSet<>();
    private final List<Long> droppedSoFar = new ArrayList<>();
    private final Semaphore free = new Semaphore(AT_ONCE);

    private KilledWriter(Path directory, long seed) throws IOException {
        random = new SplittableRandom(seed);
        SsdSettings settings = TestTier.settings();
        tier = SsdTier.open(
                settings, List.of(new DeviceSettings(directory, CAPACITY)), PlatformParts.of(settings, new Telling()));
    }

    static Layout layout(long number) {
        return number % 3 == 0 ? TestBlock.ODD : TestBlock.ALIGNED;
    }

    /// Arguments: the directory, the first number, a seed.
    public static void main(String[] args) throws Exception {
        KilledWriter writer = new KilledWriter(Path.of(args[0]), Long.parseLong(args[2]));
        say("open", List.of());
        writer.run(Long.parseLong(args[1]));
    }

    private static void say(String what, List<Long> numbers) {
        synchronized (System.out) {
            if (numbers.isEmpty()) {
                System.out.println(what);
            }
            numbers.forEach(number -> System.out.println(what + " " + number));
            System.out.flush();
        }
    }

    private void run(long first) throws InterruptedException {
        for (long number = first; ; number++) {
            free.acquire();
            write(number);
            if (random.nextInt(10) == 0 && !stored.isEmpty()) {
                drop();
            }
            if (random.nextInt(4) == 0 && !stored.isEmpty()) {
                long pinned = some();
                tier.pin(TestBlock.key(pinned, layout(pinned))).ifPresent(SsdPin::close);
            }
            if (random.nextInt(SYNC_EVERY) == 0) {
                sync();
            }
        }
    }

    /// One that is stored, or was a moment ago.
    private long some() {
        List<Long> all = List.copyOf(stored.keySet());
        return all.isEmpty() ? 0 : all.get(random.nextInt(all.size()));
    }

    private void write(long number) {
        TestBlock block = TestBlock.of(number, layout(number));
        List<SsdSlot> slots = block.slots().stream()
                .map(slot -> new SsdSlot(slot, Checksum.of(slot), 0))
                .toList();
        tier.write(new SsdWrite(block.key(), block.home().layout(), slots), new WriteListener() {
            @Override
            public void finished(WriteOutcome outcome) {
                if (outcome instanceof WriteOutcome.Stored) {
                    stored.put(number, true);
                    say("stored", List.of(number));
                }
            }

            @Override
            public void over() {
                free.release();
            }
        });
    }

    private void drop() {
        long number = some();
        stored.remove(number);
        say("dropping", List.of(number));
        tier.drop(TestBlock.key(number, layout(number)));
        droppedSoFar.add(number);
    }

    private void sync() {
        List<Long> before = new ArrayList<>(stored.keySet());
        before.removeIf(covered::contains);
        covered.addAll(before);
        List<Long> dropped = List.copyOf(droppedSoFar);
        droppedSoFar.clear();
        CompletableFuture<Boolean> synced = new CompletableFuture<>();
        tier.sync(synced::complete);
        if (synced.join()) {
            say("covered", before);
            say("dropped", dropped);
        }
    }

    /// Lets everything go, and says so first.
    private final class Telling implements Retirement {
        @Override
        public void propose(List<BlockKey> keys, long timeNanos, Consumer<Map<BlockKey, Verdict>> answer) {
            gone(keys, Departure.NO_SPACE);
            Retirement.UNREGISTERED.propose(keys, timeNanos, answer);
        }

        @Override
        public void stay(List<BlockKey> keys) {}

        @Override
        public void gone(List<BlockKey> keys, Departure departure) {
            List<Long> numbers = keys.stream().map(TestBlock::number).toList();
            say("leaving", numbers);
            numbers.forEach(stored::remove);
        }
    }
}
