package io.forebay.memory.ssd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.layout.Layout;
import io.forebay.memory.ssd.file.FaultyDirectory;
import io.forebay.memory.ssd.terms.DeviceSettings;
import io.forebay.memory.ssd.terms.ReadOutcome;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdSettings;
import io.forebay.memory.ssd.terms.WriteOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Three users of two devices, each of which fails in one way after another.
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FaultStormTest {
    private static final Layout LAYOUT = TestBlock.ALIGNED;
    private static final int USERS = 3;
    private static final long CAPACITY = 8 << 20;

    @TempDir
    Path directory;

    /// Keys that went without anybody's asking for it, or that were allowed to.
    private final Set<BlockKey> gone = ConcurrentHashMap.newKeySet();

    private final Retirement retirement = new Retirement() {
        @Override
        public void propose(List<BlockKey> keys, long timeNanos, Consumer<Map<BlockKey, Verdict>> answer) {
            Retirement.UNREGISTERED.propose(keys, timeNanos, verdicts -> {
                gone.addAll(verdicts.keySet());
                answer.accept(verdicts);
            });
        }

        @Override
        public void stay(List<BlockKey> keys) {}

        @Override
        public void gone(List<BlockKey> keys, Departure departure) {
            gone.addAll(keys);
        }
    };

    private TestTier open() throws Exception {
        SsdSettings settings = new SsdSettings(
                "node", TestTier.MIB, 3, 3, 64, 32, 4 * TestTier.MIB, 300_000_000L, 200_000_000L, true, false, 25, 90);
        return TestTier.open(
                settings,
                retirement,
                new DeviceSettings(directory.resolve("one"), CAPACITY),
                new DeviceSettings(directory.resolve("two"), CAPACITY));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyCallEndsNoByteIsWrongAndNothingIsLeft(long seed) throws Exception {
        storm(seed, 40);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(longs = {4, 5, 6, 7, 8, 9, 10, 11})
    void longStormsToo(long seed) throws Exception {
        storm(seed, 300);
    }

    private void storm(long seed, int faults) throws Exception {
        TestTier ssd = open();
        SplittableRandom random = new SplittableRandom(seed);
        CountDownLatch end = new CountDownLatch(1);
        try (ExecutorService pool = Executors.newFixedThreadPool(USERS)) {
            List<Future<Set<Long>>> users = new ArrayList<>();
            for (int user = 0; user < USERS; user++) {
                SplittableRandom own = random.split();
                int number = user;
                users.add(pool.submit(() -> use(ssd, number, own, end)));
            }
            for (int fault = 0; fault < faults; fault++) {
                FaultyDirectory device = ssd.directories.get(random.nextInt(2));
                cause(device, random);
                assertFalse(new CompletableFuture<Void>()
                        .completeOnTimeout(null, random.nextInt(60), java.util.concurrent.TimeUnit.MILLISECONDS)
                        .thenApply(none -> false)
                        .get());
                device.heal();
            }
            end.countDown();
            Set<Long> mustBe = new HashSet<>();
            for (Future<Set<Long>> user : users) {
                mustBe.addAll(user.get());
            }
            settle(ssd, mustBe);
        }
    }

    private void settle(TestTier ssd, Set<Long> stored) throws Exception {
        TestTier.await(
                "both are tried again",
                () -> ssd.sync()
                        && stored.stream()
                                .filter(number -> ssd.has(number, LAYOUT))
                                .limit(20)
                                .allMatch(number -> ssd.loads(number, LAYOUT)));
        Set<Long> there = new HashSet<>(stored);
        there.removeIf(number -> gone.contains(TestBlock.key(number, LAYOUT)));
        there.forEach(number -> assertTrue(ssd.has(number, LAYOUT), "nobody said that it went: " + number));
        assertTrue(ssd.sync());
        ssd.closeWhole();
        try (TestTier again = open()) {
            assertEquals(List.of(), again.tier.inventory().corrupt());
            there.forEach(number -> assertTrue(again.loads(number, LAYOUT), "lost: " + number));
            again.keys().forEach(key -> assertTrue(again.loads(TestBlock.number(key), LAYOUT)));
        }
    }

    private static void cause(FaultyDirectory device, SplittableRandom random) {
        int times = random.nextBoolean() ? 1 + random.nextInt(4) : FaultyDirectory.ALWAYS;
        switch (random.nextInt(12)) {
            case 0 -> device.failReads.set(times);
            case 1 -> device.failWrites.set(times);
            case 2 -> device.failCreations.set(times);
            case 3 -> device.failSyncs.set(times);
            case 4 -> device.failDeletes.set(times);
            case 5 -> device.noRoomForWrites.set(times);
            case 6 -> device.noRoomForFiles.set(times);
            case 7 -> device.shortReads.set(times);
            case 8 -> device.shortWrites.set(times);
            case 9 -> device.stallReads();
            case 10 -> device.stallWrites();
            default -> device.stallFiles();
        }
    }

    /// Every number is written once, so that whatever is said of it is about that record.
    ///
    /// @return numbers that were stored, and not dropped
    private static Set<Long> use(TestTier ssd, int user, SplittableRandom random, CountDownLatch end) {
        List<Long> stored = new ArrayList<>();
        long next = user;
        while (end.getCount() > 0) {
            int what = stored.isEmpty() ? 0 : random.nextInt(10);
            int one = random.nextInt(Math.max(1, stored.size()));
            if (what < 5) {
                if (ssd.write(TestBlock.of(next, LAYOUT)) instanceof WriteOutcome.Stored) {
                    stored.add(next);
                }
                next += USERS;
            } else if (what < 9) {
                ssd.read(stored.get(one), LAYOUT)
                        .ifPresent(outcome -> assertFalse(outcome instanceof ReadOutcome.Corrupt, outcome::toString));
            } else {
                ssd.tier.drop(TestBlock.key(stored.remove(one), LAYOUT));
            }
        }
        return new HashSet<>(stored);
    }
}
