package io.forebay.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.client.asking.NamedBlocks;
import io.forebay.client.asking.RouterAnswer;
import io.forebay.client.asking.RouterAnswer.End;
import io.forebay.client.asking.RouterQuestion;
import io.forebay.core.block.Namespace;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class RouterQuestionTest {
    private static final Duration SOON = Duration.ofSeconds(1);

    private final FakeMaster master = new FakeMaster();
    private final RouterClient client =
            RouterClient.open(RouterOptions.of(List.of("a:1")), address -> master, System::nanoTime);

    private static NamedBlocks blocks(String tenant, String fingerprint) {
        return new NamedBlocks("m", tenant, fingerprint, List.of("01"));
    }

    private RouterAnswer where(String tenant, String fingerprint) {
        return new RouterQuestion.Where(blocks(tenant, fingerprint)).ask(client);
    }

    @Test
    void theOneLayoutOfAModelAndTenantNeedsNoNaming() {
        master.namespaces.add(new Namespace("m", "", "g"));
        assertEquals(End.TOLD, where("t", "").end());
        assertEquals("f", master.lookups.getLast().namespace().fingerprint());
        assertEquals(End.TOLD, where("", "").end());
        assertEquals("g", master.lookups.getLast().namespace().fingerprint());
    }

    @Test
    void severalLayoutsAreNamedSoThatOneCanBeChosen() {
        master.namespaces.add(new Namespace("m", "t", "g"));
        RouterAnswer answer = where("t", "");
        assertEquals(End.WRONG, answer.end());
        assertEquals("fingerprint is missing, and there are several: f, g", answer.problem());
        assertEquals(List.of(), master.lookups);
        assertEquals(End.TOLD, where("t", "g").end());
        assertEquals(new Namespace("m", "t", "g"), master.lookups.getLast().namespace());
    }

    @Test
    void aMasterThatKnowsNoTriggersIsNotCalledSwitchedOff() {
        master.mood = FakeMaster.Mood.KNOWS_NO_PREFETCH;
        RouterAnswer answer = new RouterQuestion.Bring(blocks("t", "f"), "r", SOON).ask(client);
        assertEquals(End.FAILED, answer.end());
        assertEquals("the master knows no triggers: nothing was done", answer.problem());
    }

    @Test
    void aMasterThatIsWarmingSaysSoBelowTheBlocks() {
        master.warming = true;
        assertEquals(
                List.of("01  queued at owner", "the master is warming: it may not know of every block yet"),
                new RouterQuestion.Bring(blocks("t", "f"), "r", SOON)
                        .ask(client)
                        .text());
    }
}
