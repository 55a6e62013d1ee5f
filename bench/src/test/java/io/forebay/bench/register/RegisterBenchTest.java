package io.forebay.bench.register;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.bench.BenchResult;
import io.forebay.bench.register.RegisterBench.RegisterSettings;
import io.forebay.core.answer.InvalidInput;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RegisterBenchTest {
    @Test
    void everyRowIsMeasured() throws Exception {
        List<BenchResult> results = RegisterBench.run(new RegisterSettings(20_000, 40_000, 1_000), 7);
        assertEquals(
                List.of("register", "register-memory", "remove-node"),
                results.stream().map(BenchResult::name).toList());
        assertTrue(results.stream().allMatch(row -> row.ours() > 0 && row.limit() > 0));
    }

    @Test
    void nothingToRegisterIsRefused() {
        assertThrows(InvalidInput.class, () -> new RegisterSettings(0, 1, 1));
        assertThrows(InvalidInput.class, () -> new RegisterSettings(1, 1, 100_000_001));
    }
}
