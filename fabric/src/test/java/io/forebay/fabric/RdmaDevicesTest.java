package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RdmaDevicesTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void onlyADeviceForProgramsCounts() throws Exception {
        assertFalse(RdmaDevices.areIn(folder.resolve("nothing")));
        Files.createFile(folder.resolve("rdma_cm"));
        assertFalse(RdmaDevices.areIn(folder));
        Files.createFile(folder.resolve("uverbs0"));
        assertTrue(RdmaDevices.areIn(folder));
    }
}
