package io.forebay.core.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.Invariant;
import io.forebay.core.instance.InstanceId;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineLeasesTest {
    private static final InstanceId MINE = new InstanceId("mine");
    private static final InstanceId OTHER = new InstanceId("other");
    private static final long TIME = 100;

    private final EngineLeases<String> leases = new EngineLeases<>(TIME);

    private static LeaseId id(int number) {
        return new LeaseId(1, number);
    }

    private static LeaseChange<String> change(LeaseOutcome outcome, String... released) {
        return new LeaseChange<>(outcome, List.of(released));
    }

    @Test
    void theLastOfItsUsesGivesTheBlocksBack() {
        leases.grant(id(1), MINE, 2, List.of("x", "y"), 0);
        assertEquals(change(LeaseOutcome.DONE), leases.release(id(1), MINE));
        assertEquals(1, leases.count());
        assertEquals(change(LeaseOutcome.DONE, "x", "y"), leases.release(id(1), MINE));
        assertEquals(0, leases.count());
        assertEquals(change(LeaseOutcome.UNKNOWN), leases.release(id(1), MINE));
    }

    @Test
    void anotherInstanceChangesNothing() {
        leases.grant(id(1), MINE, 1, List.of("x"), 0);
        assertEquals(change(LeaseOutcome.OTHER_INSTANCE), leases.release(id(1), OTHER));
        assertEquals(change(LeaseOutcome.OTHER_INSTANCE), leases.renew(id(1), OTHER, 90));
        assertEquals(List.of("x"), leases.expire(TIME));
    }

    @Test
    void anUnknownLeaseIsSaidToBeUnknown() {
        assertEquals(change(LeaseOutcome.UNKNOWN), leases.release(id(1), MINE));
        assertEquals(change(LeaseOutcome.UNKNOWN), leases.renew(id(1), MINE, 0));
    }

    @Test
    void aLeaseExpiresAtItsDeadlineAndNotBefore() {
        leases.grant(id(1), MINE, 2, List.of("x", "y"), 7);
        leases.grant(id(2), MINE, 1, List.of("x"), 8);
        assertEquals(List.of(), leases.expire(7 + TIME - 1));
        assertEquals(List.of("x", "y"), leases.expire(7 + TIME));
        assertEquals(change(LeaseOutcome.UNKNOWN), leases.release(id(1), MINE));
        assertEquals(List.of("x"), leases.expire(8 + TIME));
        assertEquals(List.of(), leases.expire(8 + TIME));
    }

    @Test
    void aRenewedLeaseLastsItsFullTimeAgain() {
        leases.grant(id(1), MINE, 1, List.of("x"), 0);
        leases.grant(id(2), MINE, 1, List.of("y"), 10);
        assertEquals(change(LeaseOutcome.DONE), leases.renew(id(1), MINE, 90));
        assertEquals(List.of("y"), leases.expire(189), "a renewed lease must not hide one that is due");
        assertEquals(List.of("x"), leases.expire(190));
    }

    @Test
    void aRenewalGivesNoUseBack() {
        leases.grant(id(1), MINE, 2, List.of("x"), 0);
        leases.release(id(1), MINE);
        leases.renew(id(1), MINE, 10);
        assertEquals(change(LeaseOutcome.DONE, "x"), leases.release(id(1), MINE));
    }

    @Test
    void anInstancesEndEndsItsLeasesOnly() {
        leases.grant(id(1), MINE, 2, List.of("x"), 0);
        leases.grant(id(2), OTHER, 1, List.of("x"), 0);
        leases.grant(id(3), MINE, 1, List.of("x", "z"), 0);
        assertEquals(List.of("x", "x", "z"), leases.end(MINE));
        assertEquals(1, leases.count());
        assertEquals(List.of(), leases.end(MINE));
        assertEquals(change(LeaseOutcome.DONE, "x"), leases.release(id(2), OTHER));
    }

    @Test
    void deadlinesSurviveAClockThatWrapsAround() {
        leases.grant(id(1), MINE, 1, List.of("x"), Long.MAX_VALUE - 10);
        assertEquals(List.of(), leases.expire(Long.MAX_VALUE));
        assertEquals(List.of("x"), leases.expire(Long.MIN_VALUE + 89));
    }

    @Test
    void anImmutableListIsKeptAsItIs() {
        List<String> blocks = List.copyOf(List.of("x", "y"));
        leases.grant(id(1), MINE, 1, blocks, 0);
        assertSame(blocks, leases.release(id(1), MINE).released());
    }

    @Test
    void aNameIsGrantedOnceAndForAtLeastOneUse() {
        leases.grant(id(1), MINE, 1, List.of("x"), 0);
        assertThrows(Invariant.Broken.class, () -> leases.grant(id(1), OTHER, 1, List.of("y"), 0));
        assertThrows(Invariant.Broken.class, () -> leases.grant(id(2), MINE, 0, List.of("y"), 0));
        assertEquals(change(LeaseOutcome.DONE, "x"), leases.release(id(1), MINE));
        assertThrows(Invariant.Broken.class, () -> new EngineLeases<String>(0));
    }
}
