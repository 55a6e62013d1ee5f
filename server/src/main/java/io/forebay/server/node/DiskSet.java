package io.forebay.server.node;

import io.forebay.memory.ssd.PlatformParts;
import io.forebay.memory.ssd.terms.DeviceReport;
import io.forebay.memory.ssd.terms.DeviceSettings;
import io.forebay.memory.ssd.terms.SsdSettings;
import io.forebay.node.LocalDisk;
import io.forebay.node.TierDisk;
import io.forebay.server.running.Closing;
import io.forebay.server.settings.NodeConfig;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A node's SSDs, opened as the settings say.
final class DiskSet {
    private static final Logger LOG = LoggerFactory.getLogger(DiskSet.class);
    /// What waits to be written is held in memory, and is to leave most of it to others.
    private static final int POOL_SHARE = 8;

    private DiskSet() {}

    /// Opens them; [LocalDisk#NONE] for a node without any. One that does not work is left out with a warning.
    ///
    /// @throws IOException when none works, or another process or another node has one
    static LocalDisk open(NodeConfig config, Closing closing) throws IOException {
        NodeConfig.Ssd ssd = config.ssd();
        if (ssd.directories().isEmpty()) {
            return LocalDisk.NONE;
        }
        SsdSettings settings = settings(config);
        List<DeviceSettings> devices = ssd.directories().stream()
                .map(directory -> new DeviceSettings(directory.toAbsolutePath(), ssd.sizeBytes()))
                .toList();
        TierDisk disk = closing.add(
                "ssd", TierDisk.open(settings, devices, retirement -> PlatformParts.of(settings, retirement)));
        disk.reports().forEach(DiskSet::announce);
        LOG.atInfo().addKeyValue("blocks", disk.found().size()).log("the SSDs are open");
        return disk;
    }

    private static SsdSettings settings(NodeConfig config) {
        NodeConfig.Ssd ssd = config.ssd();
        SsdSettings standard = SsdSettings.defaults(config.nodeId());
        return new SsdSettings(
                config.nodeId(),
                ssd.fileBytes(),
                ssd.readThreads(),
                ssd.writeThreads(),
                standard.readQueue(),
                standard.writeQueue(),
                Math.min(ssd.queueBytes(), Math.max(1, config.pool().sizeBytes() / POOL_SHARE)),
                ssd.ioDeadline().toNanos(),
                standard.retirementNanos(),
                standard.direct(),
                standard.syncWrites(),
                ssd.copyPercent(),
                ssd.livePercent());
    }

    private static void announce(DeviceReport report) {
        report.notes()
                .forEach(note -> LOG.atWarn()
                        .addKeyValue("directory", report.directory())
                        .log("{}", note));
        if (report.failure().isEmpty()) {
            LOG.atInfo()
                    .addKeyValue("directory", report.directory())
                    .addKeyValue("files", report.files())
                    .addKeyValue("scanned", report.scanned())
                    .log("opened an SSD; I/O is {}", report.direct() ? "direct" : "buffered");
        } else {
            LOG.atError().addKeyValue("directory", report.directory()).log("an SSD is left out: {}", report.failure());
        }
    }
}
