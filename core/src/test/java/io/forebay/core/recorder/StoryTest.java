package io.forebay.core.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.TestKeys;
import io.forebay.core.fetch.AttemptCause;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.fetch.OutcomeRun;
import io.forebay.core.handoff.HandoffReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoryTest {
    private static final int ALL = 1_000;
    private static final Keys CHAIN = Keys.of(TestKeys.NAMESPACE, TestKeys.hashes(0, 8));
    private static final Keys REST = Keys.of(TestKeys.NAMESPACE, TestKeys.hashes(3, 8));

    /// Two requests, of which the second joins the fetch of the first; and one that has nothing to do with them.
    private static final List<Happening> HAPPENINGS = List.of(
            new Happening.Asked(1, "i", "one", CHAIN, 2_000_000_000L),
            new Happening.Fetching(2, "one", 7, REST, false),
            new Happening.OwnersNamed(
                    3,
                    7,
                    REST,
                    false,
                    List.of(new Happening.NamedOwner("a", 0, 5), new Happening.NamedOwner("b", 0, 2)),
                    true),
            new Happening.AttemptBegan(4, 7, "a", 5),
            new Happening.Fetching(5, "two", 7, REST, true),
            new Happening.Asked(6, "i", "three", Keys.of(TestKeys.NAMESPACE, TestKeys.hashes(50, 51)), 1),
            new Happening.Fetching(6, "three", 8, Keys.of(TestKeys.NAMESPACE, TestKeys.hashes(50, 51)), false),
            new Happening.AttemptEnded(7, 7, "a", REST, 2, AttemptCause.CONNECT, "refused"),
            new Happening.OwnersNamed(8, 7, REST, true, List.of(), false),
            new Happening.Fetched(9, 7, 5, 2, Outcome.MISS_TRANSFER_ERROR),
            new Happening.Answered(
                    10,
                    "i",
                    "one",
                    CHAIN,
                    List.of(
                            new OutcomeRun(Outcome.MEMORY, 3),
                            new OutcomeRun(Outcome.PEER, 2),
                            new OutcomeRun(Outcome.MISS_TRANSFER_ERROR, 1),
                            new OutcomeRun(Outcome.NOT_ATTEMPTED, 2))),
            new Happening.BarrierEnded(11, "i", "one", new HandoffReport(5, 2, 1, 3, 4, 1, 9)));

    private static List<String> told(Story story, Sentence sentence) {
        return story.lines().stream().map(sentence::of).toList();
    }

    @Test
    void aRequestIsToldWithTheFetchThatItShares() {
        Story story = Story.ofRequest(HAPPENINGS, "one", ALL);
        assertEquals(
                List.of(
                        "request one of i asks for 8 blocks from 000000 on, within 2000 ms",
                        "request one starts fetch 7 for 5 blocks from 000003 on",
                        "fetch 7: the master names a for 0 to 4, b for 0 to 1 (and is warming: it may not know all)",
                        "fetch 7 asks a for 5 blocks",
                        "fetch 7: a gave 2 of 5 blocks: peer_failed, connect (refused)",
                        "fetch 7: asked once more, the master names no owner",
                        "fetch 7 is over: 2 of 5 blocks came; the next one is a miss_transfer_error",
                        "request one is answered: 3 memory, 2 peer, 1 miss_transfer_error, 2 not_attempted",
                        "the barrier of request one reports: 5 registered (1 of them unleased), 2 pending, 1 refused,"
                                + " 3 gone, 4 unsealed"),
                told(story, Sentence.aboutRequest()));
        assertEquals(7, Story.ofRequest(HAPPENINGS, "two", ALL).lines().size() + 1);
    }

    @Test
    void aBlockIsToldWithWhatBecameOfItself() {
        Sentence sentence = Sentence.about(TestKeys.hash(5));
        assertEquals(
                List.of(
                        "request one of i asks for 8 blocks from 000000 on, within 2000 ms",
                        "request one starts fetch 7 for 5 blocks from 000003 on",
                        "fetch 7: the master names a for 0 to 4, b for 0 to 1 (and is warming: it may not know all)",
                        "request two joins fetch 7 for 5 blocks from 000003 on",
                        "fetch 7: a gave 2 of 5 blocks: peer_failed, connect (refused); this block did not come",
                        "fetch 7: asked once more, the master names no owner",
                        "request one is answered: 3 memory, 2 peer, 1 miss_transfer_error, 2 not_attempted; this block:"
                                + " miss_transfer_error"),
                told(Story.ofBlock(HAPPENINGS, TestKeys.hash(5), ALL), sentence));
    }

    @Test
    void eachBlockOfAnAnswerHasItsOwnOutcome() {
        List<String> ends =
                List.of("memory", "memory", "memory", "peer", "peer", "miss_transfer_error", "not_attempted");
        for (int i = 0; i < ends.size(); i++) {
            String told = Sentence.about(TestKeys.hash(i)).of(HAPPENINGS.get(10));
            assertTrue(told.endsWith("; this block: " + ends.get(i)), told);
        }
    }

    @Test
    void theLatestLinesAreToldAndTheOthersCounted() {
        Story story = Story.ofRequest(HAPPENINGS, "one", 2);
        assertEquals(List.of(HAPPENINGS.get(10), HAPPENINGS.get(11)), story.lines());
        assertEquals(7, story.leftOut());
        assertTrue(Story.ofRequest(HAPPENINGS, "nobody", 2).isEmpty());
        assertTrue(Story.ofBlock(HAPPENINGS, TestKeys.hash(99), 2).isEmpty());
    }

    @Test
    void aBlockIsToldWithTheSessionsOfTheNodesThatHadItAndOfNoOthers() {
        List<Happening> happenings = List.of(
                new Happening.Session(1, "a", SessionChange.OPENED, "boot 1"),
                new Happening.Blocks(2, BlockChange.CATALOGUE_ADDED, "a", CHAIN),
                new Happening.Session(3, "b", SessionChange.EXPIRED, ""),
                new Happening.Session(4, "a", SessionChange.REPLACED, "session 1"),
                new Happening.Session(5, "", SessionChange.STARTED_OVER, "epoch 2"));
        assertEquals(
                List.of(
                        "registered by a, with 7 others",
                        "a lost its session to a newer one; the replicas of the old one are invisible (session 1)",
                        "the catalogue broke and started over empty (epoch 2)"),
                told(Story.ofBlock(happenings, TestKeys.hash(2), ALL), Sentence.about(TestKeys.hash(2))));
    }

    @Test
    void aMasterWithoutAnAnswerAndAnAnswerWithoutAMissAreTold() {
        Sentence sentence = Sentence.aboutRequest();
        assertEquals(
                "fetch 7: the master gives no answer",
                sentence.of(new Happening.OwnersNamed(1, 7, CHAIN, false, null, false)));
        assertEquals(
                "request r is answered: 8 memory",
                sentence.of(new Happening.Answered(1, "i", "r", CHAIN, List.of(new OutcomeRun(Outcome.MEMORY, 8)))));
        assertEquals(
                "fetch 7: a gave 8 of 8 blocks: complete",
                sentence.of(new Happening.AttemptEnded(1, 7, "a", CHAIN, 8, AttemptCause.COMPLETE, "")));
        assertEquals(
                "request r of i reserves 8 blocks from 000000 on: room for 1, 2 present, 3 being written elsewhere, 2"
                        + " without room",
                sentence.of(new Happening.Reserved(1, "i", "r", CHAIN, 1, 2, 3, 2)));
        assertEquals(
                "request r of i waits at the barrier for 8 blocks, at most 5 ms",
                sentence.of(new Happening.BarrierBegan(1, "i", "r", 8, 5_000_000)));
    }
}
