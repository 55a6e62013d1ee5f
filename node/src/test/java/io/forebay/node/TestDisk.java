package io.forebay.node;

import io.forebay.memory.ssd.PlatformParts;
import io.forebay.memory.ssd.terms.DeviceSettings;
import io.forebay.memory.ssd.terms.SsdGauges;
import io.forebay.memory.ssd.terms.SsdParts;
import io.forebay.memory.ssd.terms.SsdSettings;
import io.forebay.memory.ssd.terms.SsdThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;

/// A node's real SSD tier on the test's clock: its I/O happens when the clock moves, or later while it hangs.
final class TestDisk implements AutoCloseable {
    private static final long MIB = 1 << 20;

    final TierDisk disk;
    private final StepThreads threads;

    TestDisk(StepClock clock, Path directory, String node) throws IOException {
        this(clock, directory, node, 16 * MIB);
    }

    TestDisk(StepClock clock, Path directory, String node, long capacityBytes) throws IOException {
        threads = new StepThreads(clock);
        SsdSettings settings =
                new SsdSettings(node, MIB, 4, 3, 64, 64, 8 * MIB, 10_000_000_000L, 300_000_000L, false, false, 50, 90);
        disk = TierDisk.open(settings, List.of(new DeviceSettings(directory, capacityBytes)), retirement -> {
            SsdParts real = PlatformParts.of(settings, retirement);
            return new SsdParts(real.directories(), name -> threads, real.nonces(), real.retirement());
        });
    }

    SsdGauges gauges() {
        return disk.gauges().getFirst();
    }

    /// From now on nothing that reads or writes ends.
    void hang() {
        threads.hangs = true;
    }

    /// A read takes so long from now on.
    void takes(long nanos) {
        threads.readNanos = nanos;
    }

    /// All of it ends now, and from now on in time.
    void goOn() {
        threads.hangs = false;
        threads.hung.forEach(task -> threads.clock.plan(0, task));
        threads.hung.clear();
    }

    /// Ends it as a clean stop does.
    @Override
    public void close() {
        threads.atOnce = true;
        disk.close();
    }

    private static final class StepThreads implements SsdThreads {
        private final StepClock clock;
        private final ArrayDeque<Runnable> hung = new ArrayDeque<>();
        private long readNanos;
        private boolean hangs;
        private boolean atOnce;

        StepThreads(StepClock clock) {
            this.clock = clock;
        }

        private void run(Runnable task, long nanos) {
            if (atOnce) {
                task.run();
            } else if (hangs) {
                hung.add(task);
            } else {
                clock.plan(nanos, task);
            }
        }

        @Override
        public void read(Runnable task) {
            run(task, readNanos);
        }

        @Override
        public void write(Runnable task) {
            run(task, 0);
        }

        @Override
        public void reclaim(Runnable task) {
            run(task, 0);
        }

        @Override
        public Alarm after(long nanos, Runnable task) {
            return clock.plan(nanos, task)::run;
        }

        @Override
        public long nanoTime() {
            return clock.nowNanos();
        }

        @Override
        public void close() {}
    }
}
