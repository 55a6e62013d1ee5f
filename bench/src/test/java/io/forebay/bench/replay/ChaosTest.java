package io.forebay.bench.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.InvalidInput;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ChaosTest {
    @Test
    void theFormsNameWhatIsDoneToWhomAndWhen() {
        assertEquals(new Chaos(List.of(kill(1, 50))), Chaos.parse("kill-node=1@50%"));
        String all = "kill-node=1@30%,stop-node=12@50%,leave-node=3@51%,kill-master@70%";
        Chaos chaos = Chaos.parse(all);
        assertEquals(
                List.of(
                        kill(1, 30),
                        new Fault(Fault.Kind.STOP_NODE, 12, 50),
                        new Fault(Fault.Kind.LEAVE_NODE, 3, 51),
                        new Fault(Fault.Kind.KILL_MASTER, 0, 70)),
                chaos.faults());
        assertEquals(all, chaos.toString());
        assertTrue(chaos.meetsMaster());
        assertFalse(Chaos.parse("kill-node=1@50%").meetsMaster());
    }

    @Test
    void onlyAFleetOfSeveralFaultsHeals() {
        assertFalse(Chaos.parse("kill-node=1@50%").heals());
        assertTrue(Chaos.parse("kill-node=1@50%,kill-master@70%").heals());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "kill-node=1",
                "kill-node=1@50",
                "kill-node=a@5%",
                "kill-node=0@5%",
                "kill-node=1@101%",
                "kill-node@5%",
                "kill-master=1@5%",
                "drop-node=1@5%",
                "kill-node=1@5%,",
                ",kill-node=1@5%"
            })
    void anythingElseIsRefused(String text) {
        assertThrows(InvalidInput.class, () -> Chaos.parse(text));
    }

    @Test
    void aNodeThatIsNotThereOrTheOnlyOneIsRefused() {
        assertThrows(InvalidInput.class, () -> Chaos.parse("kill-node=3@50%").requireFits(2));
        assertThrows(InvalidInput.class, () -> Chaos.parse("stop-node=1@50%").requireFits(1));
        assertThrows(
                InvalidInput.class,
                () -> Chaos.parse("kill-node=1@50%,stop-node=3@50%").requireFits(2));
        Chaos master = Chaos.parse("kill-master@50%");
        assertEquals(master, master.requireFits(1));
    }

    @Test
    void itIsDueOnceWhenTheShareIsDone() {
        assertEquals(List.of(50), dueOf(50, 100));
        assertEquals(List.of(2), dueOf(50, 3));
        assertEquals(List.of(0), dueOf(0, 3));
        assertEquals(List.of(), dueOf(100, 3));
    }

    private static Fault kill(int node, int percent) {
        return new Fault(Fault.Kind.KILL_NODE, node, percent);
    }

    private static List<Integer> dueOf(int percent, int requests) {
        Chaos chaos = new Chaos(List.of(kill(1, percent)));
        return IntStream.range(0, requests)
                .filter(i -> !chaos.dueBefore(i, requests).isEmpty())
                .boxed()
                .toList();
    }
}
