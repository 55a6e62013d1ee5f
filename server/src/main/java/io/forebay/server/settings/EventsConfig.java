package io.forebay.server.settings;

/// What a master keeps for those who listen to its events.
///
/// @param ring events that are kept; 0: there are none
/// @param maxSubscribers at one time
public record EventsConfig(int ring, int maxSubscribers) {
    static EventsConfig of(EffectiveSettings settings) {
        return new EventsConfig(
                settings.value(SettingList.EVENTS_RING), settings.value(SettingList.EVENTS_MAX_SUBSCRIBERS));
    }
}
