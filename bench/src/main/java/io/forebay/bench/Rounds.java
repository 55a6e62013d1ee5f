package io.forebay.bench;

import io.forebay.core.answer.InvalidInput;

/// Runs contests in ABBA rounds: ours, limit, limit, ours. A machine that grows slower or faster within a round does
/// so for both alike, so that the round's ratio means something where the values alone do not.
///
/// A warm pass of each, not counted, comes first. One thread.
public final class Rounds {
    /// Fewer rounds give a median that one disturbance can move.
    public static final int MIN_ROUNDS = 7;

    private final int count;
    private final Progress progress;

    /// @param count rounds of each contest, at least [#MIN_ROUNDS]
    /// @param progress hears of [#stepsPerContest] steps for each contest
    public Rounds(int count, Progress progress) {
        this.count = checked(count);
        this.progress = progress;
    }

    /// `count`, if there are enough rounds; else refused.
    public static int checked(int count) {
        InvalidInput.unless(count >= MIN_ROUNDS, "rounds", "is " + count + "; at least " + MIN_ROUNDS + " are needed");
        return count;
    }

    /// Steps that one contest reports: its warm pass and its rounds.
    public static int stepsPerContest(int count) {
        return count + 1;
    }

    /// Runs all rounds of `contest`.
    public BenchResult run(Contest contest) throws Exception {
        double[] ours = new double[count];
        double[] limit = new double[count];
        double[] ratio = new double[count];
        contest.ours().measure();
        contest.limit().measure();
        progress.step(contest.name());
        for (int round = 0; round < count; round++) {
            double firstOurs = contest.ours().measure();
            double firstLimit = contest.limit().measure();
            double secondLimit = contest.limit().measure();
            double secondOurs = contest.ours().measure();
            ours[round] = (firstOurs + secondOurs) / 2;
            limit[round] = (firstLimit + secondLimit) / 2;
            ratio[round] = contest.better().ratio(ours[round], limit[round]);
            progress.step(contest.name());
        }
        Quartiles ratios = Quartiles.of(ratio);
        return new BenchResult(
                contest.name(),
                contest.unit(),
                Quartiles.of(ours).median(),
                Quartiles.of(limit).median(),
                ratios.median(),
                ratios.spread());
    }
}
