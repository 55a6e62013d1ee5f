package io.forebay.sim.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// A made-up trace with the traits of real conversation traffic, the same for the same seed: a few system prompts
/// shared by everybody, conversations that come back longer by what was said since, a preference for the recent ones
/// that falls off like Zipf's law, and many that never come back. For tests and a first run without a file.
public final class SyntheticTrace {
    /// Tokens of a block, as in the published traces.
    public static final int BLOCK_TOKENS = 512;

    private static final int SYSTEM_PROMPTS = 4;
    private static final int MAX_OPEN = 256;
    private static final int MAX_PROMPT_BLOCKS = 250;
    private static final double RETURN_SHARE = 0.45;
    private static final double MEAN_GAP_MILLIS = 300;

    private final SplittableRandom random;
    private final List<List<Long>> systemPrompts = new ArrayList<>();
    /// Conversations that may go on, the most recent last; the oldest leaves when there are too many.
    private final List<List<Long>> open = new ArrayList<>();

    private long nextId;
    private long clockMillis;

    private SyntheticTrace(long seed) {
        random = new SplittableRandom(seed);
        for (int i = 0; i < SYSTEM_PROMPTS; i++) {
            systemPrompts.add(fresh(1 + random.nextInt(6)));
        }
    }

    /// The first `requests` requests of the trace that `seed` names.
    public static List<TraceRequest> of(long seed, int requests) {
        SyntheticTrace trace = new SyntheticTrace(seed);
        List<TraceRequest> all = new ArrayList<>(requests);
        for (int i = 0; i < requests; i++) {
            all.add(trace.next());
        }
        return all;
    }

    private TraceRequest next() {
        clockMillis += (long) (-Math.log(1 - random.nextDouble()) * MEAN_GAP_MILLIS);
        List<Long> prompt = returns() ? open.remove(recent()) : start();
        List<Long> grown = new ArrayList<>(prompt);
        grown.addAll(fresh(1 + geometric(0.25)));
        if (grown.size() < MAX_PROMPT_BLOCKS) {
            open.add(grown);
        }
        if (open.size() > MAX_OPEN) {
            open.removeFirst();
        }
        int unusedTokens = random.nextInt(BLOCK_TOKENS);
        return new TraceRequest(
                clockMillis, grown.size() * BLOCK_TOKENS - unusedTokens, 1 + geometric(1.0 / 350), grown);
    }

    private boolean returns() {
        return !open.isEmpty() && random.nextDouble() < RETURN_SHARE;
    }

    /// A new conversation: a system prompt, the first ones far more often, and a first question.
    private List<Long> start() {
        List<Long> prompt = new ArrayList<>(systemPrompts.get(zipf(SYSTEM_PROMPTS)));
        prompt.addAll(fresh(geometric(0.12)));
        return prompt;
    }

    private int recent() {
        return open.size() - 1 - zipf(open.size());
    }

    private List<Long> fresh(int blocks) {
        List<Long> ids = new ArrayList<>(blocks);
        for (int i = 0; i < blocks; i++) {
            ids.add(nextId++);
        }
        return ids;
    }

    /// A rank in `0 .. n - 1` with a chance about proportional to 1 / (rank + 1), by inversion of its integral.
    private int zipf(int n) {
        return (int) Math.min(n - 1L, (long) (Math.pow(n + 1.0, random.nextDouble()) - 1));
    }

    private int geometric(double chance) {
        return (int) (Math.log(1 - random.nextDouble()) / Math.log(1 - chance));
    }
}
