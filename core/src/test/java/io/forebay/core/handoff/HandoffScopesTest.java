package io.forebay.core.handoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Invariant;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.instance.InstanceId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HandoffScopesTest {
    private static final InstanceId MINE = new InstanceId("mine");
    private static final InstanceId OTHER = new InstanceId("other");

    private final HandoffScopes scopes = new HandoffScopes(2, 0);

    private ScopedKeys find(InstanceId instance, String request) {
        return find(scopes, instance, request);
    }

    private static ScopedKeys find(HandoffScopes scopes, InstanceId instance, String request) {
        return scopes.find(instance, TestKeys.NAMESPACE, new HandoffScope.OfRequest(request));
    }

    @Test
    void aScopeHasEachNotedKeyOnceInOrder() {
        scopes.note(MINE, "r", TestKeys.key(1));
        scopes.note(MINE, "r", TestKeys.key(0));
        scopes.note(MINE, "r", TestKeys.key(1));
        assertEquals(List.of(TestKeys.key(1), TestKeys.key(0)), find(MINE, "r").keys());
    }

    @Test
    void requestsOfTwoInstancesAreTwoScopes() {
        scopes.note(MINE, "r", TestKeys.key(1));
        scopes.note(OTHER, "r", TestKeys.key(2));
        assertEquals(TestKeys.keys(1, 2), find(MINE, "r").keys());
        assertEquals(TestKeys.keys(2, 3), find(OTHER, "r").keys());
        assertEquals(List.of(), find(OTHER, "s").keys());
    }

    @Test
    void theOldestRequestIsForgottenFirst() {
        for (String request : List.of("r", "s", "r", "t")) {
            scopes.note(MINE, request, TestKeys.key(1));
        }
        assertEquals(List.of(), find(MINE, "r").keys());
        assertEquals(1, find(MINE, "s").keys().size());
        assertEquals(1, find(MINE, "t").keys().size());
    }

    @Test
    void aScopeIsBoundedByWhatAQueryCanAskFor() {
        for (int i = 0; i <= Limits.MAX_KEYS; i++) {
            scopes.note(MINE, "r", TestKeys.key(i));
        }
        List<BlockKey> scope = find(MINE, "r").keys();
        assertEquals(Limits.MAX_KEYS, scope.size());
        assertEquals(TestKeys.key(1), scope.getFirst());
    }

    @Test
    void anEndedInstanceIsForgotten() {
        scopes.note(MINE, "r", TestKeys.key(1));
        scopes.note(OTHER, "r", TestKeys.key(2));
        scopes.forget(MINE);
        assertEquals(List.of(), find(MINE, "r").keys());
        assertEquals(1, find(OTHER, "r").keys().size());
    }

    @Test
    void aRefusedKeyIsInTheScopeUntilItIsNoted() {
        scopes.note(MINE, "r", TestKeys.key(0));
        scopes.refuse(MINE, "r", TestKeys.key(1));
        scopes.refuse(MINE, "r", TestKeys.key(2));
        scopes.note(MINE, "r", TestKeys.key(2));
        assertEquals(TestKeys.keys(0, 3), find(MINE, "r").keys());
        assertEquals(Set.of(TestKeys.key(1)), find(MINE, "r").refused());
        assertEquals(Set.of(), find(OTHER, "r").refused());
    }

    @Test
    void atLeastOneRequestIsRemembered() {
        assertThrows(Invariant.Broken.class, () -> new HandoffScopes(0, 0));
    }

    @Test
    void keysOverAllRequestsAreBounded() {
        HandoffScopes scopes = new HandoffScopes(1_000, 0);
        InstanceId instance = new InstanceId("many");
        BlockKey[] keys = TestKeys.keys(0, 65_536).toArray(BlockKey[]::new);
        for (int request = 0; request < 17; request++) {
            for (BlockKey key : keys) {
                scopes.note(instance, "r" + request, key);
            }
        }
        assertEquals(List.of(), find(scopes, instance, "r0").keys());
        assertEquals(65_536, find(scopes, instance, "r1").keys().size());
        assertEquals(65_536, find(scopes, instance, "r16").keys().size());
    }

    @Test
    void aScopeOfWhichSomethingIsForgottenSaysSo() {
        assertTrue(find(MINE, "never").forgotten());
        for (String request : List.of("r", "s", "t")) {
            scopes.note(MINE, request, TestKeys.key(1));
        }
        assertTrue(find(MINE, "r").forgotten());
        assertFalse(find(MINE, "t").forgotten());
        assertTrue(find(OTHER, "r").forgotten());
        scopes.forget(MINE);
        for (int i = 0; i <= Limits.MAX_KEYS; i++) {
            scopes.note(MINE, "long", TestKeys.key(i));
        }
        assertTrue(find(MINE, "long").forgotten());
    }

    @Test
    void namedKeysAreAScopeOfThemselvesEachOnce() {
        List<BlockHash> named = List.of(TestKeys.hash(4), TestKeys.hash(2), TestKeys.hash(4));
        ScopedKeys scope = scopes.find(MINE, TestKeys.NAMESPACE, new HandoffScope.OfKeys(named));
        assertEquals(List.of(TestKeys.key(4), TestKeys.key(2)), scope.keys());
        assertFalse(scope.forgotten());
    }

    @Test
    void whatAnyRequestSavesIsSinceAnEarlierMarker() {
        scopes.note(MINE, "r", TestKeys.key(1));
        long marker = scopes.marker(MINE);
        scopes.note(MINE, "r", TestKeys.key(2));
        scopes.refuse(MINE, "s", TestKeys.key(3));
        ScopedKeys scope = scopes.find(MINE, TestKeys.NAMESPACE, new HandoffScope.Since(marker));
        assertEquals(TestKeys.keys(2, 4), scope.keys());
        assertEquals(Set.of(TestKeys.key(3)), scope.refused());
    }
}
