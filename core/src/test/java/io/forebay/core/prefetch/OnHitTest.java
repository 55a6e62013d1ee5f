package io.forebay.core.prefetch;

import static io.forebay.core.prefetch.PromotionFixture.KEY;
import static io.forebay.core.prefetch.PromotionFixture.OTHER;
import static io.forebay.core.prefetch.PromotionFixture.OWNER;
import static io.forebay.core.prefetch.PromotionFixture.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.session.SessionId;
import java.util.List;
import org.junit.jupiter.api.Test;

class OnHitTest {
    private static final PrefetchTerms ON = PrefetchTerms.defaults().withOnHit(true, 2);
    private static final TaskAttempt FIRST = new TaskAttempt(new TaskId(1), 1);

    private PromotionFixture at = new PromotionFixture(ON);

    private void met(SessionId by, BlockKey key) {
        at.apply(at.promotions.met(by, List.of(key), at.stock, at.now));
    }

    private void metTwice() {
        met(OWNER, KEY);
        met(OWNER, KEY);
    }

    private Task task() {
        Task task = at.promotions.task(KEY);
        if (task == null) {
            throw new AssertionError("no task");
        }
        return task;
    }

    @Test
    void theSecondGetBringsTheBlockToTheMainPoolWithoutAnyTrigger() {
        met(OWNER, KEY);
        assertEquals("none", at.fate());
        met(OWNER, KEY);
        assertEquals("QUEUED#1", at.fate());
        assertEquals(Landing.MAIN, task().landing);
        assertEquals(1, at.promotions.stats().admitted().get(PromotionSource.ON_HIT));
        assertTrue(!at.promotions.isEnabled() && at.promotions.isActive());
    }

    @Test
    void aThresholdOfOneBringsItAtOnceAndOffNever() {
        at = new PromotionFixture(PrefetchTerms.defaults().withOnHit(true, 1));
        met(OWNER, KEY);
        assertEquals("QUEUED#1", at.fate());
        at = new PromotionFixture();
        assertEquals(List.of(), at.promotions.met(OWNER, List.of(KEY, KEY, KEY), at.stock, at.now));
    }

    @Test
    void twoGetsInOneReportAreTwo() {
        at.apply(at.promotions.met(OWNER, List.of(KEY, KEY), at.stock, at.now));
        assertEquals("QUEUED#1", at.fate());
        assertEquals(1, at.promotions.stats().inFlight());
    }

    @Test
    void theNodeThatReadItKeepsItHoweverShortAnothersQueueIs() {
        at.stock.disk.put(KEY, List.of(OTHER, OWNER));
        metTwice();
        assertEquals(OWNER, task().owner);
    }

    @Test
    void aGetChangesNothingWhileATaskBringsTheBlock() {
        metTwice();
        met(OWNER, KEY);
        assertEquals("QUEUED#1", at.fate());
        at.pull();
        met(OWNER, KEY);
        assertEquals("CLAIMED#1", at.fate());
        at.start(OWNER, FIRST);
        met(OWNER, KEY);
        assertEquals("PROMOTING#1", at.fate());
        assertEquals(1, at.promotions.stats().admitted().get(PromotionSource.ON_HIT));
    }

    @Test
    void theSameGatesHoldAndATryDoesNotCountAsAGet() {
        at.stock.says(OWNER, 950, 1_000, 1_000);
        metTwice();
        assertEquals("candidate", at.fate());
        at.pass(SECOND);
        at.stock.says(OWNER, 0, 1_000, 1_000);
        at.pass(SECOND);
        assertEquals("QUEUED#1", at.fate());
        at = new PromotionFixture(ON);
        at.stock.memory.add(KEY);
        metTwice();
        assertEquals("none", at.fate());
    }

    @Test
    void whatNobodyWaitsForComesLastAndHasNoLease() {
        at = new PromotionFixture(PromotionFixture.TERMS.withOnHit(true, 2));
        metTwice();
        at.trigger("r", 1);
        assertEquals(
                List.of(PromotionSource.PREFETCH, PromotionSource.ON_HIT),
                at.pull().tasks().stream().map(PromotionTask::source).toList());
        assertEquals(0, at.complete(OWNER, FIRST));
    }

    @Test
    void aTriggerForItMakesItAPrefetchWithALease() {
        at = new PromotionFixture(PromotionFixture.TERMS.withOnHit(true, 2));
        metTwice();
        assertEquals(PrefetchStatus.QUEUED, at.trigger("r", 0));
        PromotionTask task = at.pull().tasks().getFirst();
        assertEquals(PromotionSource.PREFETCH, task.source());
        assertTrue(task.startByNanos() <= SECOND, "it is in a hurry now");
        assertTrue(at.complete(OWNER, FIRST) > 0);
    }

    @Test
    void theSwitchOfTriggersLeavesItAlone() {
        at = new PromotionFixture(PromotionFixture.TERMS.withOnHit(true, 2));
        at.stock.says(OWNER, 950, 1_000, 1_000);
        metTwice();
        at.trigger("r", 1);
        at.apply(at.promotions.switched(false));
        assertEquals(1, at.promotions.stats().candidates());
        assertEquals("candidate", at.fate());
    }

    @Test
    void theSketchForgetsAndSeldomSaysTooMuch() {
        HitSketch sketch = new HitSketch();
        sketch.add(KEY);
        assertEquals(1, sketch.count(KEY));
        int tooMany = 0;
        for (int i = 1; i < (1 << 19); i++) {
            BlockKey key = TestKeys.key(i);
            tooMany += sketch.count(key) > 0 ? 1 : 0;
            sketch.add(key);
        }
        assertEquals(0, sketch.count(KEY), "half of one is none");
        assertTrue(tooMany < (1 << 19) / 40, () -> "too many of 524,288");
    }
}
