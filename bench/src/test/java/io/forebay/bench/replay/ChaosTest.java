package io.forebay.bench.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.InvalidInput;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ChaosTest {
    @Test
    void theFormNamesANodeAndAShare() {
        assertEquals(new Chaos(1, 50), Chaos.parse("kill-node=1@50%"));
        assertEquals("kill-node=12@7%", Chaos.parse("kill-node=12@7%").toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "kill-node=1", "kill-node=1@50", "kill-node=a@5%", "kill-node=0@5%", "kill-node=1@101%"})
    void anythingElseIsRefused(String text) {
        assertThrows(InvalidInput.class, () -> Chaos.parse(text));
    }

    @Test
    void aNodeThatIsNotThereOrTheOnlyOneIsRefused() {
        assertThrows(InvalidInput.class, () -> new Chaos(3, 50).requireFits(2));
        assertThrows(InvalidInput.class, () -> new Chaos(1, 50).requireFits(1));
        assertEquals(new Chaos(2, 50), new Chaos(2, 50).requireFits(2));
    }

    @Test
    void itIsDueOnceWhenTheShareIsDone() {
        assertEquals(List.of(50), dueOf(new Chaos(1, 50), 100));
        assertEquals(List.of(2), dueOf(new Chaos(1, 50), 3));
        assertEquals(List.of(0), dueOf(new Chaos(1, 0), 3));
        assertEquals(List.of(), dueOf(new Chaos(1, 100), 3));
    }

    private static List<Integer> dueOf(Chaos chaos, int requests) {
        return IntStream.range(0, requests)
                .filter(i -> chaos.isDueBefore(i, requests))
                .boxed()
                .toList();
    }
}
