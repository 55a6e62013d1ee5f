package io.forebay.core.handoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Limits;
import io.forebay.core.block.TestKeys;
import io.forebay.core.instance.InstanceId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SavedKeysTest {
    private static final InstanceId MINE = new InstanceId("mine");
    private static final InstanceId OTHER = new InstanceId("other");

    private final SavedKeys saved = new SavedKeys(1_000, 1 << 20);

    private void note(InstanceId instance, int from, int to) {
        TestKeys.keys(from, to).forEach(key -> saved.note(instance, key, false));
    }

    @Test
    void aMarkerPartsWhatWasSavedBeforeFromWhatWasSavedSince() {
        note(MINE, 0, 3);
        long marker = saved.marker(MINE);
        assertEquals(new ScopedKeys(List.of(), Set.of(), false), saved.since(MINE, marker));
        note(MINE, 3, 6);
        assertEquals(TestKeys.keys(3, 6), saved.since(MINE, marker).keys());
        assertFalse(saved.since(MINE, marker).forgotten());
    }

    @Test
    void aKeyThatIsSavedAgainIsSinceTheLaterMarker() {
        note(MINE, 0, 3);
        long marker = saved.marker(MINE);
        note(MINE, 1, 2);
        assertEquals(TestKeys.keys(1, 2), saved.since(MINE, marker).keys());
    }

    @Test
    void whatAnotherInstanceSavesIsNotSinceMyMarker() {
        long marker = saved.marker(MINE);
        note(OTHER, 0, 3);
        note(MINE, 3, 4);
        assertEquals(TestKeys.keys(3, 4), saved.since(MINE, marker).keys());
    }

    @Test
    void aMarkerOfAnotherIncarnationIsUnknownAndNeverComplete() {
        SavedKeys later = new SavedKeys(77, 1 << 20);
        long marker = saved.marker(MINE);
        assertTrue(later.since(MINE, marker).forgotten());
        later.marker(MINE);
        later.note(MINE, TestKeys.key(1), false);
        ScopedKeys scope = later.since(MINE, marker);
        assertEquals(TestKeys.keys(1, 2), scope.keys());
        assertTrue(scope.forgotten());
        assertTrue(later.since(MINE, 76).forgotten());
    }

    @Test
    void theMarkerOfAnInstanceThatHasEndedIsUnknown() {
        long marker = saved.marker(MINE);
        note(MINE, 0, 2);
        saved.forget(MINE);
        assertTrue(saved.since(MINE, marker).forgotten());
        note(MINE, 5, 6);
        ScopedKeys scope = saved.since(MINE, marker);
        assertEquals(TestKeys.keys(5, 6), scope.keys());
        assertTrue(scope.forgotten());
    }

    @Test
    void beyondItsBoundAnInstancesOldestKeyIsForgottenAndThatIsSaid() {
        long first = saved.marker(MINE);
        note(MINE, 0, 1);
        long second = saved.marker(MINE);
        note(MINE, 1, Limits.MAX_KEYS + 1);
        assertTrue(saved.since(MINE, first).forgotten());
        assertEquals(Limits.MAX_KEYS, saved.since(MINE, first).keys().size());
        assertFalse(saved.since(MINE, second).forgotten());
    }

    @Test
    void beyondTheBoundOfAllTheInstanceThatWasSilentLongestForgets() {
        SavedKeys few = new SavedKeys(0, 4);
        long mine = few.marker(MINE);
        long other = few.marker(OTHER);
        TestKeys.keys(0, 3).forEach(key -> few.note(MINE, key, false));
        TestKeys.keys(0, 2).forEach(key -> few.note(OTHER, key, false));
        assertEquals(TestKeys.keys(1, 3), few.since(MINE, mine).keys());
        assertTrue(few.since(MINE, mine).forgotten());
        assertFalse(few.since(OTHER, other).forgotten());
        TestKeys.keys(2, 6).forEach(key -> few.note(OTHER, key, false));
        assertEquals(List.of(), few.since(MINE, mine).keys());
        assertEquals(TestKeys.keys(2, 6), few.since(OTHER, other).keys());
    }
}
