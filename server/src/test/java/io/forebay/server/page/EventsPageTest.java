package io.forebay.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.answer.Answer;
import io.forebay.core.fetch.AttemptCause;
import io.forebay.core.recorder.Happening;
import io.forebay.core.recorder.Keys;
import io.forebay.core.recorder.Recollection;
import io.forebay.core.recorder.Recorder;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

final class EventsPageTest {
    private static final Happening FAILED =
            new Happening.AttemptEnded(5, 1, "peer", Keys.NONE, 1, AttemptCause.CONNECT, "");

    @Test
    void whatHasHappenedKeepsItsTimeWheneverItIsLookedAt() {
        Recollection recollection =
                new Recollection(Optional.of(new Recorder.Snapshot(List.of(FAILED), 0, 100)), List.of(), 9);
        Remembered memory = new Remembered((block, then) -> then.accept(Answer.ok(recollection)));
        EventsPage page = new EventsPage("node", "a", memory);
        Object first = page.answer("what=all").body();
        long later = System.currentTimeMillis() + 3;
        while (System.currentTimeMillis() < later) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
        }
        assertEquals(first, page.answer("what=all").body());
    }
}
