package io.forebay.core.eviction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class ReturnRatesTest {
    private static final int CAPACITY = 1_000;

    private static int group(int uses, int newBlocks, SessionHint hint) {
        return Group.of(Group.classOf(uses, false), newBlocks, hint);
    }

    @Test
    void whatIsNotKnownYetIsLru() {
        ReturnRates rates = new ReturnRates(CAPACITY);
        for (int group : new int[] {group(1, 1, SessionHint.NONE), group(9, 300, SessionHint.ENDED)}) {
            for (int age = 0; age < 20 * CAPACITY; age += 100) {
                assertTrue(rates.of(group, age) > rates.of(group, age + 100), "at " + age);
            }
        }
    }

    @Test
    void aClassThatComesBackMoreOftenIsWorthMore() {
        ReturnRates rates = new ReturnRates(CAPACITY);
        int often = group(3, 4, SessionHint.NONE);
        int seldom = group(1, 4, SessionHint.NONE);
        for (int group : new int[] {often, seldom}) {
            rates.waited(group, 0, 500, 1_000);
            rates.returned(group, 400, group == often ? 400 : 20);
        }
        rates.refresh(1);
        assertTrue(rates.of(often, 100) > 5 * rates.of(seldom, 100));
    }

    /// Blocks that come back at one age are worth the more the nearer it is, and hardly anything behind it.
    @Test
    void worthLooksAhead() {
        ReturnRates rates = new ReturnRates(CAPACITY);
        int group = group(2, 4, SessionHint.NONE);
        rates.waited(group, 0, 2_000, 10_000);
        rates.returned(group, 600, 9_000);
        rates.refresh(1);
        assertTrue(rates.of(group, 500) > 1.5 * rates.of(group, 0));
        assertTrue(rates.of(group, 0) > 2 * rates.of(group, 1_500));
    }

    @Test
    void factorsAreLearnedBesideTheClass() {
        ReturnRates rates = new ReturnRates(CAPACITY);
        int ended = group(2, 4, SessionHint.ENDED);
        int returns = group(2, 4, SessionHint.WILL_RETURN);
        for (int round = 0; round < 20; round++) {
            rates.waited(ended, 0, 500, 100);
            rates.waited(returns, 0, 500, 100);
            rates.returned(ended, 300, 2);
            rates.returned(returns, 300, 40);
            rates.refresh(1);
        }
        assertTrue(rates.of(returns, 100) > 8 * rates.of(ended, 100));
        assertTrue(rates.of(group(2, 4, SessionHint.NONE), 100) < rates.of(returns, 100));
    }

    @Test
    void whatFadedAwayIsLruAgain() {
        ReturnRates rates = new ReturnRates(CAPACITY);
        int group = group(2, 4, SessionHint.NONE);
        double cold = rates.of(group, 100);
        rates.waited(group, 0, 500, 1_000);
        rates.returned(group, 100, 900);
        rates.refresh(1);
        assertTrue(rates.of(group, 100) > 2 * cold);
        rates.fade(1e-9);
        rates.refresh(1);
        assertEquals(cold, rates.of(group, 100), 1e-6 * cold);
    }

    @Test
    void aRateThatIsTheSameAtAllAgesIsTheIndex() {
        GittinsTable table = new GittinsTable(new AgeBins(CAPACITY));
        double[][] rate = new double[Group.CLASSES][AgeBins.COUNT];
        double[] scale = new double[Group.COUNT];
        for (double[] each : rate) {
            Arrays.fill(each, 0.001);
        }
        Arrays.fill(scale, 2);
        table.fill(rate, scale);
        for (int age = 0; age < 100 * CAPACITY; age += 777) {
            assertEquals(0.002, table.at(0, age), 1e-9);
        }
    }

    @Test
    void aRateThatRisesIsWaitedFor() {
        GittinsTable table = new GittinsTable(new AgeBins(CAPACITY));
        double[][] rate = new double[Group.CLASSES][AgeBins.COUNT];
        double[] scale = new double[Group.COUNT];
        Arrays.fill(scale, 1);
        for (double[] each : rate) {
            Arrays.fill(each, 1e-5);
            each[8] = 0.1;
        }
        table.fill(rate, scale);
        long start = (long) Math.ceil(new AgeBins(CAPACITY).from(8));
        // From age 0 nearly all come back in bin 8, soon after its start: one return for the time until there.
        assertEquals(1.0 / (start + 10), table.at(0, 0), 0.1 / start);
        assertEquals(0.1, table.at(0, start), 1e-3);
        assertEquals(1e-5, table.at(0, (long) Math.ceil(new AgeBins(CAPACITY).from(9))), 1e-7);
    }
}
