package io.forebay.core.handoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.TestKeys;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HandoffReportTest {
    private static ScopedKeys scope(int keys) {
        return new ScopedKeys(TestKeys.keys(0, keys), Set.of(), false);
    }

    @Test
    void aReportCountsEachKeyOnceByItsState() {
        List<HandoffState> each = new ArrayList<>();
        for (HandoffState state : HandoffState.values()) {
            each.addAll(Collections.nCopies(1 + each.size(), state));
        }
        HandoffReport report = HandoffReport.of(scope(each.size()), key -> each.get(TestKeys.number(key)), 9, false);
        assertEquals(new HandoffReport(1 + 2, 4, 16, 32, 8, 2, 9), report);
        assertEquals(each.size(), report.scope());
    }

    @Test
    void aReportNamesItsKeysOnDemand() {
        List<HandoffState> each = List.of(HandoffState.GONE, HandoffState.LEASED, HandoffState.GONE);
        HandoffReport report = HandoffReport.of(scope(3), key -> each.get(TestKeys.number(key)), 9, true);
        assertEquals(
                Map.of(
                        HandoffState.LEASED,
                        TestKeys.hashes(1, 2),
                        HandoffState.GONE,
                        List.of(TestKeys.hash(0), TestKeys.hash(2))),
                report.keys());
    }

    @Test
    void aKeyThatHadNoRoomAndIsNotHereIsRefused() {
        ScopedKeys scope = new ScopedKeys(TestKeys.keys(0, 3), Set.copyOf(TestKeys.keys(0, 2)), false);
        List<HandoffState> each = List.of(HandoffState.GONE, HandoffState.LEASED, HandoffState.GONE);
        HandoffReport report = HandoffReport.of(scope, key -> each.get(TestKeys.number(key)), 9, false);
        assertEquals(new HandoffReport(1, 0, 1, 1, 0, 0, 9), report);
    }

    @Test
    void aReportIsCompleteWhenAllIsRegistered() {
        assertTrue(
                HandoffReport.of(scope(5), key -> HandoffState.LEASED, 9, false).isComplete());
        assertTrue(HandoffReport.of(scope(5), key -> HandoffState.REGISTERED, 9, false)
                .isComplete());
        assertTrue(
                HandoffReport.of(scope(0), key -> HandoffState.GONE, 9, false).isComplete());
        for (HandoffState missing : EnumSet.range(HandoffState.PENDING, HandoffState.GONE)) {
            assertFalse(HandoffReport.of(scope(1), key -> missing, 9, false).isComplete());
        }
    }

    @Test
    void aReportOfAForgottenScopeIsNeverComplete() {
        ScopedKeys part = new ScopedKeys(TestKeys.keys(0, 2), Set.of(), true);
        HandoffReport report = HandoffReport.of(part, key -> HandoffState.LEASED, 9, false);
        assertEquals(2, report.registered());
        assertTrue(report.forgotten());
        assertFalse(report.isComplete());
    }

    @Test
    void keysThatDoNotAddUpToTheCountsAreRefused() {
        Map<HandoffState, List<BlockHash>> keys = Map.of(HandoffState.PENDING, TestKeys.hashes(0, 2));
        InvalidInput refusal =
                assertThrows(InvalidInput.class, () -> new HandoffReport(0, 1, 0, 0, 0, 0, 9, false, keys));
        assertEquals("keys", refusal.field());
    }

    @Test
    void blocksThatNobodyAccountsForArePending() {
        HandoffReport counted = new HandoffReport(3, 1, 9).withPending(2, List.of());
        assertEquals(new HandoffReport(3, 3, 9), counted);
        HandoffReport named =
                HandoffReport.of(scope(1), key -> HandoffState.LEASED, 9, true).withPending(1, TestKeys.hashes(7, 8));
        assertEquals(1, named.pending());
        assertEquals(TestKeys.hashes(7, 8), named.keys().get(HandoffState.PENDING));
    }
}
