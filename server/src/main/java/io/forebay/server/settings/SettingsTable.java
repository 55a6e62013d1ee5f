package io.forebay.server.settings;

import java.util.stream.Collectors;

/// The table of settings in `docs/operations.md`, made from the list.
public final class SettingsTable {
    private SettingsTable() {}

    /// Markdown, one line for each setting.
    public static String markdown() {
        return "| setting | default | accepts | for | what it decides |\n| --- | --- | --- | --- | --- |\n"
                + SettingList.ALL.stream().map(SettingsTable::line).collect(Collectors.joining());
    }

    private static String line(Setting<?> setting) {
        // The host's name differs from machine to machine, a document does not.
        String standard = setting.equals(SettingList.NODE_ID) ? "the host's name" : "`" + setting.standard() + "`";
        return "| `%s` | %s | %s: %s | %s | %s |\n"
                .formatted(
                        setting.key(),
                        standard.equals("``") ? "" : standard,
                        setting.type().name(),
                        setting.type().range(),
                        setting.roles().stream()
                                .map(role -> role.name().toLowerCase(java.util.Locale.ROOT))
                                .sorted()
                                .collect(Collectors.joining(", ")),
                        setting.doc());
    }
}
