package io.forebay.server.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.prefetch.PrefetchTerms;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PrefetchSettingsTest {
    private static MasterConfig master(Role role, Map<String, String> variables, Map<String, String> flags)
            throws BadConfiguration {
        return MasterConfig.of(SettingsReader.read(role, Map.of(), Optional.empty(), variables, flags));
    }

    private static List<String> problems(Role role, Map<String, String> flags) {
        return assertThrows(BadConfiguration.class, () -> master(role, Map.of(), flags))
                .problems();
    }

    @Test
    void whoSaysNothingHasTriggersOffAndTheLimitsOfTheRfc() throws Exception {
        assertEquals(
                PrefetchTerms.defaults(),
                master(Role.MASTER, Map.of(), Map.of()).prefetch());
    }

    @Test
    void everyLimitIsSetByItsName() throws Exception {
        assertEquals(
                new PrefetchTerms(true, false, 0.97, 7, 3, 2_000_000_000L, 5_000_000_000L, true, 3),
                master(
                                Role.MASTER,
                                Map.of("FOREBAY_ENABLE_PREFETCH_TRIGGER", "true", "FOREBAY_PROMOTION_TTL", "5s"),
                                Map.of(
                                        "prefetch.strict_buffer", "false",
                                        "promotion.watermark", "0.97",
                                        "promotion.queue_limit", "7",
                                        "promotion.max_per_pull", "3",
                                        "promotion.on_hit", "true",
                                        "promotion.admission_threshold", "3",
                                        "prefetch.lease", "2s"))
                        .prefetch());
    }

    @Test
    void aWatermarkThatEvictionReachesByItselfIsRefusedWhereBothAreKnown() throws Exception {
        Map<String, String> equal = Map.of("promotion.watermark", "0.90");
        assertEquals(
                List.of("promotion.watermark = '0.90' (flag --promotion-watermark) must be above eviction.high"),
                problems(Role.STANDALONE, equal));
        assertEquals(0.9, master(Role.MASTER, Map.of(), equal).prefetch().watermark());
    }

    @Test
    void aSwitchIsTrueOrFalseAndNothingLikeIt() {
        assertEquals(
                List.of("enable.prefetch_trigger = 'yes' (flag --enable-prefetch-trigger) is neither;"
                        + " give true or false"),
                problems(Role.MASTER, Map.of("enable.prefetch_trigger", "yes")));
    }
}
