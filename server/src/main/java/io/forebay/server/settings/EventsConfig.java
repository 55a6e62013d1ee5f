package io.forebay.server.settings;

import io.forebay.gateway.events.ZmqTerms;
import java.util.Optional;

/// What a master keeps for those who listen to its events, and where it publishes them.
///
/// @param ring events that are kept; 0: there are none
/// @param maxSubscribers at one time
/// @param zmq how they are published as vLLM does; empty: they are not
public record EventsConfig(int ring, int maxSubscribers, Optional<ZmqTerms> zmq) {
    static EventsConfig of(EffectiveSettings settings) {
        return new EventsConfig(
                settings.value(SettingList.EVENTS_RING),
                settings.value(SettingList.EVENTS_MAX_SUBSCRIBERS),
                settings.value(ZmqSettingList.ENDPOINT).isEmpty() ? Optional.empty() : Optional.of(zmq(settings)));
    }

    private static ZmqTerms zmq(EffectiveSettings settings) {
        return new ZmqTerms(
                settings.value(ZmqSettingList.ENDPOINT),
                Optional.of(settings.value(ZmqSettingList.REPLAY_ENDPOINT)).filter(endpoint -> !endpoint.isEmpty()),
                settings.value(ZmqSettingList.BUFFER_STEPS),
                settings.value(ZmqSettingList.BUFFER_BYTES),
                settings.value(ZmqSettingList.HWM),
                settings.value(ZmqSettingList.TOPIC),
                settings.value(ZmqSettingList.FORM),
                settings.value(ZmqSettingList.HASH),
                settings.value(ZmqSettingList.BLOCK_SIZE),
                settings.value(ZmqSettingList.SSD_MEDIUM),
                settings.value(ZmqSettingList.HEARTBEAT).toNanos());
    }
}
