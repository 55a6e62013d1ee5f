package io.forebay.server.metrics;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.LinkedHashMap;
import java.util.Map;

/// What every process of ours tells about its JVM.
public final class ProcessMetrics {
    private ProcessMetrics() {}

    /// Adds them.
    public static void addTo(Metrics metrics) {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        metrics.from(memory::getHeapMemoryUsage)
                .gauge("jvm_heap_used_bytes", "Heap in use.", usage -> usage.getUsed())
                .gauge("jvm_heap_committed_bytes", "Heap taken from the system.", usage -> usage.getCommitted());
        metrics.from(ManagementFactory::getRuntimeMXBean)
                .gauge("uptime_seconds", "Seconds since the process started.", runtime -> runtime.getUptime() / 1e3);
        metrics.from(ManagementFactory::getThreadMXBean)
                .gauge("jvm_threads", "Platform threads.", threads -> threads.getThreadCount());
        metrics.from(ProcessMetrics::collections)
                .counters("jvm_gc_seconds", "Seconds spent in collections, by collector.", "collector", each -> each);
    }

    private static Map<String, Double> collections() {
        Map<String, Double> seconds = new LinkedHashMap<>();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            seconds.put(collector.getName(), Math.max(0, collector.getCollectionTime()) / 1e3);
        }
        return seconds;
    }
}
