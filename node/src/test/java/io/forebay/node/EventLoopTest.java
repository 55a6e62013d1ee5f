package io.forebay.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class EventLoopTest {
    private final AtomicLong clock = new AtomicLong();

    /// A loop that was held up finds several timers due at once; what the first one cancels is not run any more.
    @Test
    void aTimerThatIsCancelledByOneThatIsDueWithItDoesNotRun() throws Exception {
        List<String> ran = new ArrayList<>();
        CompletableFuture<List<String>> done = new CompletableFuture<>();
        try (EventLoop loop = new EventLoop("test", 16, clock::get, done::completeExceptionally).start()) {
            loop.post(() -> {
                Loop.Timer second = loop.after(20, () -> ran.add("second"));
                loop.after(10, () -> {
                    ran.add("first");
                    second.cancel();
                    loop.after(0, () -> {
                        ran.add("later");
                        done.complete(List.copyOf(ran));
                    });
                });
                loop.after(30, () -> ran.add("third"));
                clock.set(100);
            });
            assertEquals(List.of("first", "third", "later"), done.get(20, TimeUnit.SECONDS));
        }
    }
}
