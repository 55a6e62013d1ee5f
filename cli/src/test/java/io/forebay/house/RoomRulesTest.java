package io.forebay.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Each rule about rooms fails on [io.forebay.core.broken], which breaks them all.
final class RoomRulesTest {
    private static final JavaClasses BROKEN = new ClassFileImporter().importPackages("io.forebay.core.broken");

    @Test
    void aRoomThatUsesAnotherIsFound() {
        assertTrue(breaks(RoomRules.rooms("core", Set.of())));
        assertFalse(breaks(RoomRules.rooms("core", Set.of("fabric"))));
    }

    @Test
    void aThreadInCoreIsFound() {
        assertTrue(breaks(RoomRules.corePure()));
    }

    @Test
    void aLibraryInCoreIsFound() {
        assertTrue(breaks(RoomRules.coreLibraries()));
    }

    @Test
    void aMessageOutsideWireIsFound() {
        assertTrue(breaks(RoomRules.protocolInWire()));
    }

    @Test
    void aNativeCallOutsideANativeClassIsFound() {
        assertTrue(breaks(RoomRules.nativeInNatives()));
    }

    @Test
    void configurationBelowServerIsFound() {
        assertTrue(breaks(RoomRules.configurationInServer()));
    }

    @Test
    void aCycleOfPackagesIsFound() {
        assertTrue(breaks(RoomRules.noCycles("io.forebay")));
    }

    @Test
    void theTableNamesEachRoomOnce() {
        assertEquals(
                Set.of(
                        "core", "memory", "fabric", "node", "wire", "gateway", "server", "client", "sim", "bench",
                        "cli"),
                RoomRules.ALLOWED.keySet());
    }

    private static boolean breaks(ArchRule rule) {
        return rule.evaluate(BROKEN).hasViolation();
    }
}
