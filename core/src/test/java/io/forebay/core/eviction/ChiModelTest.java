package io.forebay.core.eviction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// CHI against anything that a node, or an engine that hashes wrongly, may tell it: parts of chains, blocks in two
/// chains, blocks in no path at all, blocks that leave from the middle and come back, holds.
final class ChiModelTest {
    private static final int IDS = 60;
    private static final List<SessionHint> HINTS = List.of(SessionHint.values());

    private final Map<Long, Cell> resident = new HashMap<>();

    private static long[] path(SplittableRandom random) {
        if (random.nextInt(4) == 0) {
            return random.longs(random.nextInt(6), 0, IDS).toArray();
        }
        // A tree: the parent of n is n / 3.
        List<Long> up = new ArrayList<>();
        for (long id = random.nextInt(IDS); id > 0; id /= 3) {
            up.addFirst(id);
        }
        int from = random.nextInt(5) == 0 ? random.nextInt(1 + up.size()) : 0;
        return up.stream().skip(from).mapToLong(Long::longValue).toArray();
    }

    private void step(Chi<Cell> chi, SplittableRandom random) {
        switch (random.nextInt(4)) {
            case 0 -> chi.requested(BlockPath.of(path(random)), HINTS.get(random.nextInt(3)));
            case 1 -> chi.admitted(resident.computeIfAbsent((long) random.nextInt(IDS), Cell::new));
            case 2 -> {
                Cell cell = resident.remove((long) random.nextInt(IDS));
                if (cell != null) {
                    chi.gone(cell);
                }
            }
            default -> {
                Cell cell = resident.get((long) random.nextInt(IDS));
                if (cell != null) {
                    cell.held = !cell.held;
                }
            }
        }
    }

    @Test
    void itNamesWhatMayGoAndNothingElse() {
        for (long seed = 0; seed < 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int capacity = 1 + random.nextInt(40);
            Chi<Cell> chi = new Chi<>(capacity, seed);
            resident.clear();
            for (int step = 0; step < 1_500; step++) {
                String at = "seed " + seed + ", step " + step;
                step(chi, random);
                assertEquals(resident.size(), chi.size(), at);
                Cell victim = chi.victim(Cell::stayNanos, step);
                if (resident.values().stream().allMatch(cell -> cell.held)) {
                    assertNull(victim, at);
                    continue;
                }
                assertNotNull(victim, at);
                assertFalse(victim.held, at);
                assertEquals(victim, resident.get(victim.id), at);
                if (resident.size() > capacity) {
                    resident.remove(victim.id);
                    chi.gone(victim);
                }
            }
        }
    }

    @Test
    void itForgetsGhosts() {
        Chi<Cell> chi = new Chi<>(100, 1);
        SplittableRandom random = new SplittableRandom(1);
        int most = 2 * Chi.KNOWN_SHARE * 100;
        for (long id = 0; id < 100_000; id += 10) {
            long first = id;
            chi.requested(
                    BlockPath.of(random.longs(12, first, first + 10).distinct().toArray()), SessionHint.NONE);
            assertTrue(chi.knownBlocks() <= most, () -> chi.knownBlocks() + " after " + first);
        }
        assertTrue(chi.knownBlocks() > most / 3);
        chi.requested(
                new BlockPath() {
                    @Override
                    public int length() {
                        return 1_000_000;
                    }

                    @Override
                    public long key(int index) {
                        return -1L - index;
                    }
                },
                SessionHint.NONE);
        assertTrue(chi.knownBlocks() <= most, "a path that is longer than the memory");
    }
}
