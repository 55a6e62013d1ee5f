package io.forebay.server.settings;

import io.forebay.core.prefetch.PrefetchTerms;
import java.time.Duration;

/// A master's settings as values.
///
/// @param controlPort its gRPC port; 0: the system chooses
/// @param httpPort its admin port; 0: the system chooses
/// @param nodeStale a node silent for so long is invisible
/// @param nodeExpiry a node silent for so long loses its session
/// @param warmingMin how long at least it says after its start that it may not know everything
/// @param inboxLimit requests that may wait
/// @param prefetch by what promotions are admitted, and whether triggers are heard at the start
/// @param events what is kept for those who listen to what happens to replicas
/// @param recorder what is kept to be told of what has been
/// @param shutdownTimeout the bound on everything after SIGTERM
public record MasterConfig(
        HostConfig host,
        int controlPort,
        int httpPort,
        Duration nodeStale,
        Duration nodeExpiry,
        Duration warmingMin,
        int inboxLimit,
        PrefetchTerms prefetch,
        EventsConfig events,
        RecorderConfig recorder,
        Duration shutdownTimeout) {
    /// From the settings of a master or of a standalone process.
    public static MasterConfig of(EffectiveSettings settings) {
        return new MasterConfig(
                HostConfig.of(settings),
                settings.value(SettingList.MASTER_CONTROL_PORT),
                settings.value(SettingList.MASTER_HTTP_PORT),
                settings.value(SettingList.NODE_STALE),
                settings.value(SettingList.NODE_EXPIRY),
                settings.value(SettingList.WARMING_MIN),
                settings.value(SettingList.MASTER_INBOX),
                prefetch(settings),
                EventsConfig.of(settings),
                RecorderConfig.of(settings),
                settings.value(SettingList.SHUTDOWN_TIMEOUT));
    }

    private static PrefetchTerms prefetch(EffectiveSettings settings) {
        return new PrefetchTerms(
                settings.value(SettingList.ENABLE_PREFETCH_TRIGGER),
                settings.value(SettingList.PREFETCH_STRICT_BUFFER),
                settings.value(SettingList.PROMOTION_WATERMARK),
                settings.value(SettingList.PROMOTION_QUEUE_LIMIT),
                settings.value(SettingList.PROMOTION_MAX_PER_PULL),
                settings.value(SettingList.PREFETCH_LEASE).toNanos(),
                settings.value(SettingList.PROMOTION_TTL).toNanos(),
                settings.value(SettingList.PROMOTION_ON_HIT),
                settings.value(SettingList.PROMOTION_ADMISSION_THRESHOLD));
    }
}
