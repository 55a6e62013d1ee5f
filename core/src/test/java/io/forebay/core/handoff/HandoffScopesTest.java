package io.forebay.core.handoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Invariant;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.instance.InstanceId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HandoffScopesTest {
    private static final InstanceId MINE = new InstanceId("mine");
    private static final InstanceId OTHER = new InstanceId("other");

    private final HandoffScopes scopes = new HandoffScopes(2);

    @Test
    void aScopeHasEachNotedKeyOnceInOrder() {
        scopes.note(MINE, "r", TestKeys.key(1));
        scopes.note(MINE, "r", TestKeys.key(0));
        scopes.note(MINE, "r", TestKeys.key(1));
        assertEquals(List.of(TestKeys.key(1), TestKeys.key(0)), scopes.scope(MINE, "r"));
    }

    @Test
    void requestsOfTwoInstancesAreTwoScopes() {
        scopes.note(MINE, "r", TestKeys.key(1));
        scopes.note(OTHER, "r", TestKeys.key(2));
        assertEquals(TestKeys.keys(1, 2), scopes.scope(MINE, "r"));
        assertEquals(TestKeys.keys(2, 3), scopes.scope(OTHER, "r"));
        assertEquals(List.of(), scopes.scope(OTHER, "s"));
    }

    @Test
    void theOldestRequestIsForgottenFirst() {
        for (String request : List.of("r", "s", "r", "t")) {
            scopes.note(MINE, request, TestKeys.key(1));
        }
        assertEquals(List.of(), scopes.scope(MINE, "r"));
        assertEquals(1, scopes.scope(MINE, "s").size());
        assertEquals(1, scopes.scope(MINE, "t").size());
    }

    @Test
    void aScopeIsBoundedByWhatAQueryCanAskFor() {
        for (int i = 0; i <= Limits.MAX_KEYS; i++) {
            scopes.note(MINE, "r", TestKeys.key(i));
        }
        List<BlockKey> scope = scopes.scope(MINE, "r");
        assertEquals(Limits.MAX_KEYS, scope.size());
        assertEquals(TestKeys.key(1), scope.getFirst());
    }

    @Test
    void anEndedInstanceIsForgotten() {
        scopes.note(MINE, "r", TestKeys.key(1));
        scopes.note(OTHER, "r", TestKeys.key(2));
        scopes.forget(MINE);
        assertEquals(List.of(), scopes.scope(MINE, "r"));
        assertEquals(1, scopes.scope(OTHER, "r").size());
    }

    @Test
    void aReportCountsEachKeyOnceByItsState() {
        List<HandoffState> each = new ArrayList<>();
        for (HandoffState state : HandoffState.values()) {
            each.addAll(Collections.nCopies(1 + each.size(), state));
        }
        HandoffReport report =
                HandoffScopes.report(TestKeys.keys(0, each.size()), key -> each.get(TestKeys.number(key)), 9);
        assertEquals(new HandoffReport(1 + 2, 4, 16, 32, 8, 2, 9), report);
        assertEquals(each.size(), report.scope());
    }

    @Test
    void aReportIsCompleteWhenAllIsRegistered() {
        assertTrue(HandoffScopes.report(TestKeys.keys(0, 5), key -> HandoffState.LEASED, 9)
                .isComplete());
        assertTrue(HandoffScopes.report(TestKeys.keys(0, 5), key -> HandoffState.REGISTERED, 9)
                .isComplete());
        assertTrue(HandoffScopes.report(List.of(), key -> HandoffState.GONE, 9).isComplete());
        for (HandoffState missing : EnumSet.range(HandoffState.PENDING, HandoffState.GONE)) {
            assertFalse(
                    HandoffScopes.report(TestKeys.keys(0, 1), key -> missing, 9).isComplete());
        }
    }

    @Test
    void aRefusedKeyIsInTheScopeUntilItIsNoted() {
        scopes.note(MINE, "r", TestKeys.key(0));
        scopes.refuse(MINE, "r", TestKeys.key(1));
        scopes.refuse(MINE, "r", TestKeys.key(2));
        scopes.note(MINE, "r", TestKeys.key(2));
        assertEquals(TestKeys.keys(0, 3), scopes.scope(MINE, "r"));
        assertEquals(Set.of(TestKeys.key(1)), scopes.refused(MINE, "r"));
        assertEquals(Set.of(), scopes.refused(OTHER, "r"));
    }

    @Test
    void atLeastOneRequestIsRemembered() {
        assertThrows(Invariant.Broken.class, () -> new HandoffScopes(0));
    }

    @Test
    void keysOverAllRequestsAreBounded() {
        HandoffScopes scopes = new HandoffScopes(1_000);
        InstanceId instance = new InstanceId("many");
        BlockKey[] keys = TestKeys.keys(0, 65_536).toArray(BlockKey[]::new);
        for (int request = 0; request < 17; request++) {
            for (BlockKey key : keys) {
                scopes.note(instance, "r" + request, key);
            }
        }
        assertEquals(List.of(), scopes.scope(instance, "r0"));
        assertEquals(65_536, scopes.scope(instance, "r1").size());
        assertEquals(65_536, scopes.scope(instance, "r16").size());
    }
}
