package io.forebay.node;

import io.forebay.memory.ssd.terms.SsdGauges;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/// The figures of all devices of a node together; zeros for a node without any.
final class DiskFigures {
    private final List<SsdGauges> devices;

    DiskFigures(List<SsdGauges> devices) {
        this.devices = devices;
    }

    /// What is now, by name.
    Map<String, Long> gauges() {
        Map<String, Long> gauges = new TreeMap<>();
        gauges.put("ssd_capacity_bytes", sum(SsdGauges::capacityBytes));
        gauges.put("ssd_file_bytes", sum(SsdGauges::fileBytes));
        gauges.put("ssd_used_bytes", sum(SsdGauges::usedBytes));
        gauges.put("ssd_blocks", sum(SsdGauges::records));
        gauges.put("ssd_blocks_pinned", sum(SsdGauges::pinned));
        gauges.put("ssd_write_queue_bytes", sum(SsdGauges::queuedWriteBytes));
        gauges.put("ssd_reads_in_flight", sum(SsdGauges::readsInFlight));
        gauges.put("ssd_directories_failing", sum(SsdGauges::failing));
        return gauges;
    }

    /// What has happened since the start, by name.
    Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        counts.put("ssd_blocks_read", sum(SsdGauges::loaded));
        counts.put("ssd_blocks_corrupt", sum(SsdGauges::corrupt));
        counts.put("ssd_blocks_evicted", sum(SsdGauges::evicted));
        counts.put("ssd_bytes_read", sum(SsdGauges::bytesRead));
        counts.put("ssd_bytes_stored", sum(SsdGauges::userBytesWritten));
        counts.put("ssd_bytes_written", sum(SsdGauges::deviceBytesWritten));
        counts.put("ssd_bytes_copied", sum(SsdGauges::copiedBytes));
        counts.put("ssd_files_reclaimed", sum(SsdGauges::reclaimedFiles));
        counts.put("ssd_io_errors", sum(SsdGauges::ioErrors));
        counts.put("ssd_io_late", sum(SsdGauges::timedOut));
        counts.put("ssd_full", sum(SsdGauges::enospc));
        counts.put("ssd_retirements_unanswered", sum(SsdGauges::unanswered));
        return counts;
    }

    private long sum(ToLongFunction<SsdGauges> figure) {
        return devices.stream().mapToLong(figure).sum();
    }
}
