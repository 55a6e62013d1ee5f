package io.forebay.server.master;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.catalogue.SwitchPrefetch;
import io.forebay.core.catalogue.SwitchReply;
import io.forebay.server.admin.RuntimeSwitch;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Turns triggers on and off. Whoever turns it waits for the master's loop, 2 s at most.
final class PrefetchSwitch implements RuntimeSwitch {
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final MasterLoop master;

    PrefetchSwitch(MasterLoop master) {
        this.master = master;
    }

    @Override
    public boolean isOn() {
        return master.stats().prefetch().on();
    }

    @Override
    public Answer<Boolean> turn(boolean on) {
        CompletableFuture<Answer<SwitchReply>> turned = new CompletableFuture<>();
        master.switchPrefetch(new SwitchPrefetch(on), TIMEOUT_NANOS, turned::complete);
        return turned.completeOnTimeout(
                        Answer.failed(Remedy.RETRY, "the master's loop did not answer within 2 s"),
                        TIMEOUT_NANOS,
                        TimeUnit.NANOSECONDS)
                .join()
                .map(SwitchReply::on);
    }
}
