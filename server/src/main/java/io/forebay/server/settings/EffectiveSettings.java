package io.forebay.server.settings;

import java.util.Map;

/// Every setting of a role with the text that counts and where it came from. All texts are known to parse.
///
/// @param entries by key, in the order of [SettingList]
public record EffectiveSettings(Role role, Map<String, Entry> entries) {
    /// One setting's effective text.
    ///
    /// @param text as written by whoever won
    /// @param source who that was
    public record Entry(Setting<?> setting, String text, Source source) {
        /// The text as it may be shown: a secret is not.
        public String shown() {
            boolean hidden = setting.type().name().equals(ValueType.SECRET) && !text.isEmpty();
            return hidden ? "(hidden)" : text;
        }
    }

    /// The setting's value.
    public <T> T value(Setting<T> setting) {
        Entry entry = entries.get(setting.key());
        if (entry == null) {
            throw new IllegalArgumentException(setting.key() + " means nothing to a " + role);
        }
        return setting.type().parse(entry.text());
    }
}
