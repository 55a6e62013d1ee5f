package io.forebay.server.settings;

import java.util.ArrayList;
import java.util.List;

/// What must hold between settings, each of which is right by itself.
final class CrossChecks {
    private final EffectiveSettings settings;
    private final List<String> problems = new ArrayList<>();

    private CrossChecks(EffectiveSettings settings) {
        this.settings = settings;
    }

    static List<String> problems(EffectiveSettings settings) {
        CrossChecks checks = new CrossChecks(settings);
        if (settings.role() != Role.MASTER) {
            checks.node();
        }
        if (settings.role() != Role.NODE) {
            checks.master();
        }
        if (settings.role() == Role.STANDALONE) {
            checks.together();
        }
        return checks.problems;
    }

    private void node() {
        long granule = settings.value(SettingList.POOL_GRANULE);
        require(Long.bitCount(granule) == 1, SettingList.POOL_GRANULE, "must be a power of two");
        require(
                settings.value(SettingList.POOL_SIZE) >= granule,
                SettingList.POOL_SIZE,
                "must hold at least one pool.granule");
        require(
                settings.value(SettingList.EVICTION_LOW) < settings.value(SettingList.EVICTION_HIGH),
                SettingList.EVICTION_LOW,
                "must be below eviction.high");
        require(
                settings.value(RespSettingList.TLS_CERTIFICATE).isPresent()
                        == settings.value(RespSettingList.TLS_KEY).isPresent(),
                RespSettingList.TLS_KEY,
                "must be there exactly if resp.tls.certificate is");
    }

    private void master() {
        require(
                settings.value(SettingList.NODE_EXPIRY).compareTo(settings.value(SettingList.NODE_STALE)) >= 0,
                SettingList.NODE_EXPIRY,
                "must be at least master.node_stale");
        boolean published = !settings.value(ZmqSettingList.ENDPOINT).isEmpty();
        require(
                !published || settings.value(SettingList.EVENTS_RING) > 0,
                ZmqSettingList.ENDPOINT,
                "needs events; events.ring is 0");
        require(
                published || settings.value(ZmqSettingList.REPLAY_ENDPOINT).isEmpty(),
                ZmqSettingList.REPLAY_ENDPOINT,
                "needs events.zmq.endpoint");
    }

    /// Eviction starts at the one, ahead of need; what is used up to the other means that it cannot keep up.
    private void together() {
        require(
                settings.value(SettingList.PROMOTION_WATERMARK) > settings.value(SettingList.EVICTION_HIGH),
                SettingList.PROMOTION_WATERMARK,
                "must be above eviction.high");
    }

    private void require(boolean holds, Setting<?> setting, String message) {
        if (!holds) {
            EffectiveSettings.Entry entry = settings.entries().get(setting.key());
            problems.add("%s = '%s' (%s) %s"
                    .formatted(
                            setting.key(),
                            entry == null ? "" : entry.text(),
                            entry == null ? "" : entry.source().words(),
                            message));
        }
    }
}
