package io.forebay.bench.resp;

import io.forebay.bench.BenchResult;
import io.forebay.bench.Better;
import io.forebay.bench.Contest;
import io.forebay.bench.Progress;
import io.forebay.bench.Rounds;
import io.forebay.bench.process.ExitStack;
import io.forebay.bench.process.Workshop;
import java.util.ArrayList;
import java.util.List;

/// The `resp` measurement: requests a second of the gateway and of Redis under redis-benchmark, the same values, keys
/// and connections. Ours takes the checksum of each value as it comes; Redis takes none.
public final class RespBench {
    private static final int MIB = 1 << 20;
    private static final int SMALL = 4 << 10;
    private static final int LARGE_KEYS = 200;
    private static final int SMALL_KEYS = 2_000;
    private static final int LARGE_REQUESTS = 2_000;
    private static final int SMALL_REQUESTS = 60_000;
    private static final int CONTESTS = 4;
    /// So that nearly every key has a value before any is asked for, and every path is compiled.
    private static final int WARM_PASSES = 3;

    private RespBench() {}

    /// Runs all contests, each in so many rounds.
    ///
    /// @throws io.forebay.bench.process.MissingProgramException when Redis is not installed
    public static List<BenchResult> run(RespBenchSettings settings, int rounds) throws Exception {
        Rounds.checked(rounds);
        try (ExitStack exit = ExitStack.open()) {
            Workshop workshop = Workshop.open(exit);
            RedisLoad load = RedisLoad.find(settings, workshop);
            RespServers servers = RespServers.start(settings, workshop);
            Progress progress = Progress.onStderr((long) CONTESTS * Rounds.stepsPerContest(rounds));
            Rounds contests = new Rounds(rounds, progress);
            List<BenchResult> results = new ArrayList<>();
            for (boolean large : List.of(true, false)) {
                for (String test : List.of("set", "get")) {
                    RedisLoad.Pass pass = pass(test, large);
                    for (int i = 0; i < WARM_PASSES; i++) {
                        load.run(servers.ours(), pass);
                        load.run(servers.redis(), pass);
                    }
                    results.add(contests.run(new Contest(
                            test + (large ? "-1MiB" : "-4KiB"),
                            "op/s",
                            Better.HIGHER,
                            () -> load.run(servers.ours(), pass),
                            () -> load.run(servers.redis(), pass))));
                }
            }
            progress.end();
            return results;
        }
    }

    private static RedisLoad.Pass pass(String test, boolean large) {
        return large
                ? new RedisLoad.Pass(test, MIB, LARGE_KEYS, LARGE_REQUESTS)
                : new RedisLoad.Pass(test, SMALL, SMALL_KEYS, SMALL_REQUESTS);
    }
}
