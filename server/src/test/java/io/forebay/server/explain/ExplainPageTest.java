package io.forebay.server.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.recorder.Happening;
import io.forebay.core.recorder.Keys;
import io.forebay.core.recorder.Recollection;
import io.forebay.core.recorder.Recorder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ExplainPageTest {
    private static final Keys KEYS =
            Keys.of(new Namespace("m", "", "f"), List.of(BlockHash.of(new byte[] {(byte) 0xab, 1})));

    private final Recorder recorder = new Recorder(10_000, 1 << 24);

    private ExplainPage page(Recall recall) {
        return new ExplainPage("node", "n", recall, List::of);
    }

    private ExplainPage page() {
        return page((block, then) ->
                then.accept(Answer.ok(new Recollection(Optional.of(recorder.snapshot()), List.of(), 5_000_000))));
    }

    private void asked(String request, long atNanos) {
        recorder.record(new Happening.Asked(atNanos, "i", request, KEYS, 1));
    }

    private static List<?> lines(ExplainPage.Reply reply) {
        return reply.body().get("lines") instanceof List<?> lines ? lines : List.of();
    }

    @Test
    void aStoryIsFoundByTheBlockAndByTheRequestAsItIsEncoded() {
        asked("r 1&=", 1);
        for (String query : List.of("key=ab01", "key=AB01", "request=r%201%26%3D", "request=r+1%26%3D")) {
            ExplainPage.Reply reply = page().answer(query);
            assertEquals(200, reply.status(), query);
            assertEquals(1, lines(reply).size(), query);
        }
        assertEquals(List.of(), lines(page().answer("key=ab02")));
        assertEquals(List.of(), lines(page().answer("request=r")));
    }

    @Test
    void badInputNamesItsFieldAndWhatIsAllowed() {
        Map<String, String> fields = Map.ofEntries(
                Map.entry("", "query"),
                Map.entry("key", "query"),
                Map.entry("name=x", "query"),
                Map.entry("key=ab&request=r", "query"),
                Map.entry("key=ab&key=ab", "query"),
                Map.entry("key=", "key"),
                Map.entry("key=a", "key"),
                Map.entry("key=xy", "key"),
                Map.entry("key=%zz", "key"),
                Map.entry("key=" + "ab".repeat(65), "key"),
                Map.entry("request=", "request"),
                Map.entry("request=%", "request"),
                Map.entry("request=" + "r".repeat(257), "request"));
        fields.forEach((query, field) -> {
            ExplainPage.Reply reply = page().answer(query);
            assertEquals(400, reply.status(), query);
            assertEquals(field, reply.body().get("field"), query);
        });
        assertEquals(200, page().answer("key=" + "ab".repeat(64)).status());
        assertEquals(200, page().answer("request=" + "r".repeat(256)).status());
    }

    @Test
    void aLineSaysWhenItWasOnTheClockOfTheWall() {
        asked("r", 2_000_000);
        long before = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
        Object line = lines(page().answer("request=r")).getFirst();
        long after = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
        long at = line instanceof Map<?, ?> map && map.get("at_micros") instanceof Long micros ? micros : 0;
        assertTrue(before - 3_000 <= at && at <= after - 3_000, before + " " + at + " " + after);
    }

    @Test
    void theReplyHasABoundAndSaysWhatItLeavesOut() {
        for (int i = 0; i < ExplainPage.MAX_LINES + 7; i++) {
            asked("r", i);
        }
        ExplainPage.Reply reply = page().answer("request=r");
        assertEquals(ExplainPage.MAX_LINES, lines(reply).size());
        assertEquals(7, reply.body().get("left_out"));
    }

    @Test
    void whoeverDoesNotAnswerIsWaitedForWithinABound() {
        assertEquals(503, page((block, then) -> {}).answer("request=r").status());
        ExplainPage.Reply full = page((block, then) -> then.accept(Answer.failed(Remedy.RETRY, "the queue is full")))
                .answer("request=r");
        assertEquals(503, full.status());
        assertEquals("the queue is full", full.body().get("error"));
    }
}
