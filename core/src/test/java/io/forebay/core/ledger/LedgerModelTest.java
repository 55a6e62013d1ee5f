package io.forebay.core.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// A real ledger against a real catalogue over a network that loses, duplicates and reorders batches and replies: at
/// quiet points the catalogue has exactly what the node has in memory, and nothing is freed that the catalogue names.
/// Now and then the catalogue is made to name what is not there, and everything is suspected.
class LedgerModelTest {
    private static final int SEEDS = 300;
    private static final int STEPS = 300;
    private static final int KEYS = 12;

    @Test
    void atQuietPointsTheCatalogueEqualsTheNodesTruth() {
        for (long seed = 0; seed < SEEDS; seed++) {
            try {
                play(seed);
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError("seed " + seed, failure);
            }
        }
    }

    private static void play(long seed) {
        SplittableRandom random = new SplittableRandom(~seed);
        LedgerNetwork network = new LedgerNetwork(seed);
        for (int step = 0; step < STEPS; step++) {
            act(network, random);
            assertCountsAddUp(network);
            if (random.nextInt(60) == 0) {
                network.settle();
                assertQuiet(network);
            }
        }
        network.settle();
        assertQuiet(network);
    }

    private static void act(LedgerNetwork network, SplittableRandom random) {
        int number = random.nextInt(KEYS);
        network.pass();
        switch (random.nextInt(23)) {
            case 0, 1, 2, 3 -> network.save(number);
            case 4, 5, 6 -> network.evict(number);
            case 7 -> network.lose(number);
            case 8, 9, 10, 11, 12 -> network.send(false);
            case 13, 14, 15, 16, 17 -> network.deliver(false);
            case 18 -> network.open();
            case 19 -> network.lease(number);
            case 20 -> network.phantom(number);
            case 21 -> network.report(0, 1 + number);
            default -> rare(network, random);
        }
    }

    private static void rare(LedgerNetwork network, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            network.restartMaster();
        } else if (random.nextInt(3) == 0) {
            network.raiseBoot();
        }
    }

    private static void assertCountsAddUp(LedgerNetwork network) {
        int registered = 0;
        for (int number = 0; number < KEYS; number++) {
            KeyState state = network.state(number);
            registered += state == KeyState.REGISTERED ? 1 : 0;
            boolean here = state != KeyState.ABSENT && state != KeyState.GONE;
            assertEquals(network.resident.contains(number), here, number + " is " + state);
            assertTrue(
                    here || state == KeyState.GONE || network.phantoms.contains(number) || !network.masterHas(number),
                    "the master has " + number);
            assertEquals(network.leaving.contains(number), state == KeyState.RETIRING, number + " is " + state);
        }
        assertEquals(registered, network.registered());
    }

    private static void assertQuiet(LedgerNetwork network) {
        assertTrue(network.leaving.isEmpty());
        assertEquals(0, network.dirty());
        for (int number = 0; number < KEYS; number++) {
            assertEquals(network.resident.contains(number), network.masterHas(number), "key " + number);
        }
    }
}
