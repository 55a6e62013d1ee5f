package io.forebay.core.answer;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerTest {
    @Test
    void onlyTheReplyOfAnOkIsMapped() {
        assertEquals(Answer.ok(2), Answer.ok("ab").map(String::length));
        Answer<String> failed = Answer.failed(Remedy.RETRY, "away");
        assertEquals(new Answer.Failed<Integer>(new Failure(Remedy.RETRY, "away")), failed.map(String::length));
        Answer<String> refused = Answer.refused(new InvalidInput("keys", "is empty"));
        assertEquals(new Answer.Refused<Integer>("keys", "is empty"), refused.map(String::length));
    }

    @Test
    void anInvariantThatHoldsIsSilentAndABrokenOneSaysWhat() {
        assertDoesNotThrow(() -> Invariant.check(true, "holds"));
        Invariant.Broken broken = assertThrows(Invariant.Broken.class, () -> Invariant.check(false, "holds"));
        assertEquals("holds", broken.getMessage());
    }

    @Test
    void countsAreRefusedOutsideTheirBoundsOnly() {
        assertEquals(List.of(1, 2), Limits.counted("keys", List.of(1, 2), 2));
        InvalidInput many = assertThrows(InvalidInput.class, () -> Limits.counted("keys", List.of(1, 2, 3), 2));
        assertEquals("keys: has 3 entries; the limit is 2", many.getMessage());
        InvalidInput none = assertThrows(InvalidInput.class, () -> Limits.counted("keys", List.of(), 2));
        assertEquals("keys: is empty; at least 1 is needed", none.getMessage());
    }

    @Test
    void namesAreRefusedOutsideTheirBoundsOnly() {
        String longest = "n".repeat(Limits.MAX_NAME_CHARS);
        assertEquals(longest, Limits.name("model", longest));
        assertEquals("", Limits.optionalName("tenant", ""));
        assertThrows(InvalidInput.class, () -> Limits.name("model", ""));
        assertThrows(InvalidInput.class, () -> Limits.name("model", longest + "n"));
        assertThrows(InvalidInput.class, () -> Limits.optionalName("tenant", longest + "n"));
    }

    @Test
    void aReplyDescribesAsManyBlocksAsFitAMessage() {
        assertEquals(Limits.MAX_REPLY_SLOTS, Limits.replyBlocks(1));
        assertEquals(1_638, Limits.replyBlocks(640));
        assertEquals(16, Limits.replyBlocks(65_536));
        assertEquals(1, Limits.replyBlocks(Limits.MAX_REPLY_SLOTS + 1));
        assertTrue(32L * Limits.MAX_REPLY_SLOTS < Limits.MAX_MESSAGE_BYTES);
    }
}
