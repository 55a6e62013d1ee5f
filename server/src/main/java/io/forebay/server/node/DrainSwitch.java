package io.forebay.server.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.node.Node;
import io.forebay.server.admin.RuntimeSwitch;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Takes the node out of service and puts it back. Whoever turns it waits for the node's loop, 2 s at most.
final class DrainSwitch implements RuntimeSwitch {
    private static final long TIMEOUT_SECONDS = 2;

    private final Node node;
    private final StatsReader stats;

    DrainSwitch(Node node, StatsReader stats) {
        this.node = node;
        this.stats = stats;
    }

    @Override
    public boolean isOn() {
        return stats.get().gauges().getOrDefault("node_draining", 0L) > 0;
    }

    @Override
    public Answer<Boolean> turn(boolean on) {
        CompletableFuture<Answer<Boolean>> turned = new CompletableFuture<>();
        node.drain(on, turned::complete);
        return turned.completeOnTimeout(
                        Answer.failed(Remedy.RETRY, "the node's loop did not answer within 2 s"),
                        TIMEOUT_SECONDS,
                        TimeUnit.SECONDS)
                .join();
    }
}
