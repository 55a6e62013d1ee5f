package io.forebay.server.settings;

/// What a process's flight recorder keeps.
///
/// @param events happenings; 0: nothing is recorded
/// @param bytes that they may take together
public record RecorderConfig(int events, long bytes) {
    static RecorderConfig of(EffectiveSettings settings) {
        return new RecorderConfig(
                settings.value(SettingList.RECORDER_EVENTS), settings.value(SettingList.RECORDER_BYTES));
    }
}
