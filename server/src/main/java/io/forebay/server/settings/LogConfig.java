package io.forebay.server.settings;

/// What is logged, and how.
public record LogConfig(LogFormat format, LogLevel level) {
    /// The logging settings of any role.
    public static LogConfig of(EffectiveSettings settings) {
        return new LogConfig(settings.value(SettingList.LOG_FORMAT), settings.value(SettingList.LOG_LEVEL));
    }
}
