package io.forebay.core.eviction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.eviction.Sessions.Turn;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ChiTest {
    private static Tier chi(int capacity) {
        return new Tier(new Chi<>(capacity, 1), capacity);
    }

    private static long hits(Tier tier, List<Turn> turns, Function<Turn, SessionHint> hint) {
        turns.forEach(turn -> tier.play(hint.apply(turn), turn.ids()));
        return tier.hits;
    }

    private static SessionHint none(Turn turn) {
        return SessionHint.NONE;
    }

    /// The rule of least-recently-used with the ends of chains first, written down a second time.
    private static long tailFirstHits(List<Turn> turns, int capacity) {
        LinkedHashSet<Long> recent = new LinkedHashSet<>();
        long hits = 0;
        for (Turn turn : turns) {
            hits += LongStream.of(turn.ids()).takeWhile(recent::contains).count();
            for (int i = turn.ids().length - 1; i >= 0; i--) {
                recent.remove(turn.ids()[i]);
                recent.add(turn.ids()[i]);
            }
            while (recent.size() > capacity) {
                recent.removeFirst();
            }
        }
        return hits;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 40, 300, 2_000})
    void withTheAgeAloneAsWorthItIsLruWithTheEndsOfChainsFirst(int capacity) {
        List<Turn> turns = Sessions.of(capacity, 1_500, 150);
        Tier tier = new Tier(new Chi<>(capacity, 1, Integer.MAX_VALUE, (group, age) -> 1.0 / age), capacity);
        assertEquals(tailFirstHits(turns, capacity), hits(tier, turns, ChiTest::none));
    }

    @Test
    void itLearnsWhatComesBack() {
        List<Turn> turns = Sessions.of(5, 6_000, 300);
        long lru = hits(new Tier(new Lru<>(), 800), turns, ChiTest::none);
        long learned = hits(chi(800), turns, ChiTest::none);
        assertTrue(learned > 1.1 * lru, () -> learned + " hits against " + lru);
    }

    @Test
    void hintsAreWorthWhatTheyTurnOutToBeWorth() {
        List<Turn> turns = Sessions.of(6, 6_000, 300);
        long without = hits(chi(800), turns, ChiTest::none);
        long told = hits(chi(800), turns, turn -> turn.last() ? SessionHint.ENDED : SessionHint.WILL_RETURN);
        long lies = hits(chi(800), turns, turn -> turn.last() ? SessionHint.WILL_RETURN : SessionHint.ENDED);
        long noise =
                hits(chi(800), turns, turn -> turn.ids().length % 2 == 0 ? SessionHint.WILL_RETURN : SessionHint.ENDED);
        assertTrue(told > 1.15 * without, () -> told + " with hints, " + without + " without");
        assertTrue(lies > 1.15 * without, () -> lies + " with hints that lie, which is as good to know");
        assertTrue(noise > 0.97 * without, () -> noise + " with noise, " + without + " without");
    }

    @Test
    void aWrongGuessOfTheCapacityIsMadeGood() {
        List<Turn> turns = Sessions.of(7, 6_000, 300);
        long right = hits(chi(800), turns, ChiTest::none);
        for (int guess : new int[] {1, 30, 100_000}) {
            long hits = hits(new Tier(new Chi<>(guess, 1), 800), turns, ChiTest::none);
            assertTrue(hits > 0.97 * right, () -> hits + " with " + guess + ", " + right + " with the right one");
        }
    }

    @Test
    void aSeedGivesOneHistory() {
        List<Turn> turns = Sessions.of(8, 1_000, 200);
        List<Tier> tiers = List.of(chi(300), chi(300));
        for (Turn turn : turns) {
            tiers.forEach(tier -> tier.play(turn.ids()));
            assertEquals(tiers.get(0).resident.keySet(), tiers.get(1).resident.keySet());
        }
    }

    @Test
    void chainsGoFromTheirEnds() {
        Tier tier = chi(200);
        for (Turn turn : Sessions.of(9, 1_000, 200)) {
            tier.play(turn.ids());
            boolean gone = false;
            for (long id : turn.ids()) {
                gone |= !tier.resident.containsKey(id);
                assertEquals(gone, !tier.resident.containsKey(id), "a hole in a chain");
            }
        }
    }

    @Test
    void aHeldBlockIsPassedOverAndSoIsWhatIsAboveIt() {
        Tier tier = chi(9);
        tier.play(1, 2, 3);
        tier.play(7);
        Cell end = tier.cell(3);
        end.held = true;
        assertSame(tier.cell(7), tier.victim());
        end.held = false;
        List<Long> order = new ArrayList<>();
        tier.cell(7).held = true;
        for (Cell next = tier.victim(); next != null; next = tier.victim()) {
            order.add(next.id);
            tier.drop(next);
        }
        assertEquals(List.of(3L, 2L, 1L), order);
    }

    @Test
    void whatIsAboveAHeldBlockGoesWhereNothingElseMay() {
        Tier tier = chi(9);
        tier.play(1, 2, 3);
        tier.cell(3).held = true;
        Cell first = tier.someVictim();
        tier.drop(first);
        tier.drop(tier.someVictim());
        assertNull(tier.victim(), "only the held one is left");
        tier.admit(first);
        assertSame(first, tier.victim());
        assertEquals(2, tier.policy.size());
    }

    @Test
    void ofManyHeldOnesTheFreeOneIsFound() {
        Tier tier = chi(10_000);
        for (long id = 0; id < 1_000; id++) {
            tier.play(id);
        }
        tier.resident.values().forEach(cell -> cell.held = true);
        assertNull(tier.victim());
        tier.cell(777).held = false;
        assertSame(tier.cell(777), tier.victim());
    }

    @Test
    void whereAllRunsAreLookedAtEachIsValuedOnce() {
        AtomicInteger valued = new AtomicInteger();
        Tier tier = new Tier(new Chi<>(9, 1, 32, (group, age) -> valued.incrementAndGet()), 99);
        for (int request = 0; request < 20; request++) {
            tier.play(request);
        }
        assertEquals(0, tier.someVictim().id);
        assertEquals(20, valued.getAndSet(0));
        tier.play(20);
        tier.someVictim();
        assertEquals(21, valued.getAndSet(0), "those left over from the last draw are not valued twice");
        tier.resident.values().forEach(cell -> cell.held = true);
        assertNull(tier.victim());
        assertEquals(2 * 21, valued.get(), "once to choose, and once to be sure");
    }

    @Test
    void whatWasLearnedOutlastsAHalfLifeOfRequestsThatTeachNothing() {
        Tier tier = chi(800);
        hits(tier, Sessions.of(6, 3_000, 300), turn -> turn.last() ? SessionHint.ENDED : SessionHint.WILL_RETURN);
        for (int request = 0; request < 6_000; request++) {
            tier.play();
        }
        tier.drop(tier.someVictim());
        tier.drop(tier.someVictim());
        tier.resident.values().forEach(cell -> cell.held = true);
        tier.play(SessionHint.WILL_RETURN, -1);
        tier.play(SessionHint.ENDED, -2);
        assertSame(tier.cell(-2), tier.victim(), "the younger one, since its session has ended");
    }

    @Test
    void blocksThatShareAKeyAllGo() {
        Tier tier = chi(9);
        tier.policy.requested(BlockPath.of(5), SessionHint.NONE);
        for (int i = 0; i < 4; i++) {
            tier.admit(new Cell(i, 5));
        }
        assertEquals(4, tier.policy.size());
        for (int i = 4; i > 0; i--) {
            tier.drop(tier.someVictim());
        }
        assertNull(tier.victim());
        assertTrue(tier.resident.isEmpty());
    }

    @Test
    void admittingTwiceAndGoneTwiceCountOnce() {
        Tier tier = chi(9);
        Cell cell = new Cell(1);
        tier.policy.gone(cell);
        tier.policy.admitted(cell);
        tier.policy.admitted(cell);
        assertEquals(1, tier.policy.size());
        tier.policy.gone(cell);
        tier.policy.gone(cell);
        assertEquals(0, tier.policy.size());
        assertNull(tier.victim());
    }

    @Test
    void aBlockWithoutAPathIsAChainOfItsOwnUntilAPathNamesItsParent() {
        Tier tier = chi(9);
        tier.admit(new Cell(2));
        tier.play(1, 2);
        assertEquals(0, tier.hits, "the first one missed");
        assertSame(tier.cell(2), tier.victim(), "the end of the chain");
        tier.drop(tier.cell(2));
        assertSame(tier.cell(1), tier.victim());
        assertFalse(tier.resident.isEmpty());
    }
}
