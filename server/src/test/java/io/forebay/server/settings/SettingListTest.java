package io.forebay.server.settings;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SettingListTest {
    @Test
    void keysFlagsAndVariablesAreUnique() {
        Set<String> spellings = new HashSet<>();
        for (Setting<?> setting : SettingList.ALL) {
            assertTrue(spellings.add(setting.key()), setting.key());
            assertTrue(spellings.add(setting.flag()), setting.flag());
            assertTrue(spellings.add(setting.variable()), setting.variable());
        }
    }

    @Test
    void everySettingSaysWhatItDecides() {
        for (Setting<?> setting : SettingList.ALL) {
            assertTrue(setting.doc().endsWith("."), setting.key());
            assertTrue(setting.key().matches("[a-z]+([._][a-z]+)*"), setting.key());
        }
    }

    @Test
    void theDefaultsOfEveryRoleAreAccepted() {
        for (Role role : Role.values()) {
            assertDoesNotThrow(() -> SettingsReader.read(role, Map.of(), Optional.empty(), Map.of(), Map.of()));
        }
    }

    /// The document is rewritten by hand or from this message; the test keeps it from lagging behind.
    @Test
    void theOperationsDocumentHasTheTableOfSettings() throws IOException {
        Path root = Path.of(System.getProperty("forebay.root", ".."));
        String document = Files.readString(root.resolve("docs/operations.md"));
        String table = SettingsTable.markdown();
        assertTrue(document.contains(table), "put this table into docs/operations.md:\n" + table);
    }

    @Test
    void variablesOfPrefetchAreSpeltAsTheRfcDoes() {
        assertEquals("FOREBAY_ENABLE_PREFETCH_TRIGGER", SettingList.ENABLE_PREFETCH_TRIGGER.variable());
        assertEquals("FOREBAY_PREFETCH_STRICT_BUFFER", SettingList.PREFETCH_STRICT_BUFFER.variable());
        assertEquals("FOREBAY_PROMOTION_MAX_PER_PULL", SettingList.PROMOTION_MAX_PER_PULL.variable());
    }

    @Test
    void aFlagFollowsFromItsKey() {
        assertEquals("--pool-prefault-threads", SettingList.POOL_PREFAULT_THREADS.flag());
        assertEquals("FOREBAY_POOL_PREFAULT_THREADS", SettingList.POOL_PREFAULT_THREADS.variable());
    }
}
