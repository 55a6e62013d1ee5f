package io.forebay.memory.ssd;

import io.forebay.core.block.BlockKey;
import io.forebay.memory.ssd.terms.DeviceReport;
import io.forebay.memory.ssd.terms.SsdRecord;
import java.util.List;

/// What a tier found on its devices at a start. Of several records of a key the newest counts, and none that
/// was dropped since. Each says its layout, so that it can be registered before any engine has come.
///
/// @param corrupt keys that had a record of which nothing but the name can be read, and have no other
/// @param devices those that work, and those that were left out
public record SsdInventory(List<SsdRecord> records, List<BlockKey> corrupt, List<DeviceReport> devices) {
    public SsdInventory {
        records = List.copyOf(records);
        corrupt = List.copyOf(corrupt);
        devices = List.copyOf(devices);
    }
}
