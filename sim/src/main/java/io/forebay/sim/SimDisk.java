package io.forebay.sim;

import io.forebay.core.block.BlockKey;
import io.forebay.memory.ssd.PlatformParts;
import io.forebay.memory.ssd.terms.DeviceSettings;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdParts;
import io.forebay.memory.ssd.terms.SsdSettings;
import io.forebay.memory.ssd.terms.SsdThreads;
import io.forebay.node.TierDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// A node's real SSD tier on the virtual clock: each read and write takes its own time. Its files outlive the process;
/// what was under way when it died has happened, and nobody has heard of it. So small that it evicts.
final class SimDisk {
    private static final long SECOND = 1_000_000_000L;
    private static final int FILE_BYTES = 64 << 10;
    private static final long CAPACITY_BYTES = 8L * FILE_BYTES;

    final TierDisk tier;
    private final VirtualThreads threads;

    private SimDisk(TierDisk tier, VirtualThreads threads) {
        this.tier = tier;
        this.threads = threads;
    }

    static SimDisk open(Path directory, String node, Schedule schedule, Chance chance) {
        VirtualThreads threads = new VirtualThreads(node, schedule, chance);
        SsdSettings settings =
                new SsdSettings(node, FILE_BYTES, 4, 2, 64, 64, 1 << 20, 10 * SECOND, SECOND / 2, false, false, 50, 40);
        try {
            TierDisk tier =
                    TierDisk.open(settings, List.of(new DeviceSettings(directory, CAPACITY_BYTES)), retirement -> {
                        SsdParts real = PlatformParts.of(settings, retirement);
                        return new SsdParts(
                                real.directories(), name -> threads, real.nonces(), threads.untilTheEnd(retirement));
                    });
            return new SimDisk(tier, threads);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The process dies. To be called while its memory is still there.
    void end() {
        threads.end();
        tier.close();
    }

    private static final class VirtualThreads implements SsdThreads {
        private final String name;
        private final Schedule schedule;
        private final Chance chance;
        private final Set<Runnable> underWay = new LinkedHashSet<>();
        private final Set<Runnable> alarms = new LinkedHashSet<>();
        private boolean ended;

        VirtualThreads(String name, Schedule schedule, Chance chance) {
            this.name = name;
            this.schedule = schedule;
            this.chance = chance;
        }

        private void run(Runnable task) {
            if (ended) {
                task.run();
                return;
            }
            underWay.add(task);
            schedule.after(chance.delayNanos(50_000, 50_000_000), name + " ssd", () -> {
                if (underWay.remove(task)) {
                    task.run();
                }
            });
        }

        void end() {
            ended = true;
            List<Runnable> rest = new ArrayList<>(underWay);
            underWay.clear();
            rest.forEach(Runnable::run);
            List.copyOf(alarms).forEach(Runnable::run); // nobody answers any more
            alarms.clear();
        }

        /// A dead node lets go of nothing and answers nobody.
        Retirement untilTheEnd(Retirement node) {
            return new Retirement() {
                @Override
                public void propose(List<BlockKey> keys, long timeNanos, Consumer<Map<BlockKey, Verdict>> answer) {
                    if (ended) {
                        answer.accept(Map.of());
                    } else {
                        node.propose(keys, timeNanos, answer);
                    }
                }

                @Override
                public void stay(List<BlockKey> keys) {
                    node.stay(keys);
                }

                @Override
                public void gone(List<BlockKey> keys, Departure departure) {
                    node.gone(keys, departure);
                }
            };
        }

        @Override
        public void read(Runnable task) {
            run(task);
        }

        @Override
        public void write(Runnable task) {
            run(task);
        }

        @Override
        public void reclaim(Runnable task) {
            run(task);
        }

        @Override
        public Alarm after(long nanos, Runnable task) {
            Runnable once = new Runnable() {
                @Override
                public void run() {
                    if (alarms.remove(this)) {
                        task.run();
                    }
                }
            };
            alarms.add(once);
            Schedule.Planned alarm = schedule.after(nanos, name + " ssd alarm", once);
            return () -> {
                alarms.remove(once);
                schedule.callOff(alarm);
            };
        }

        @Override
        public long nanoTime() {
            return schedule.nowNanos();
        }

        @Override
        public void close() {}
    }
}
