package io.forebay.cli;

import io.forebay.server.settings.BadConfiguration;
import io.forebay.server.settings.EffectiveSettings;
import io.forebay.server.settings.Role;
import io.forebay.server.settings.Setting;
import io.forebay.server.settings.SettingList;
import io.forebay.server.settings.SettingsReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// A flag for each setting, made from the list of settings, and `--config` for the file.
final class SettingFlags {
    private static final String FILE = "--config";

    private SettingFlags() {}

    /// Adds the flags that mean anything to `role`.
    static void addTo(CommandLine command, Role role) {
        CommandSpec spec = command.getCommandSpec();
        spec.addOption(OptionSpec.builder(FILE)
                .paramLabel("FILE")
                .type(Path.class)
                .description("the YAML file of settings; else what " + SettingsReader.FILE_VARIABLE + " names")
                .build());
        for (Setting<?> setting : SettingList.of(role)) {
            String standard = setting.standard().isEmpty() ? "" : " (" + setting.standard() + ")";
            spec.addOption(OptionSpec.builder(setting.flag())
                    .paramLabel("<" + setting.type().name() + ">")
                    .type(String.class)
                    .description((setting.doc() + standard).replace("%", "%%"))
                    .build());
        }
        command.setAbbreviatedOptionsAllowed(false);
    }

    /// The effective settings of the command as it was called.
    static EffectiveSettings read(
            Role role, Map<String, String> embedded, ParseResult parsed, Map<String, String> environment)
            throws BadConfiguration {
        Map<String, String> flags = new LinkedHashMap<>();
        for (Setting<?> setting : SettingList.of(role)) {
            String text = parsed.matchedOptionValue(setting.flag(), (String) null);
            if (text != null) {
                flags.put(setting.key(), text);
            }
        }
        Optional<Path> file = Optional.ofNullable(parsed.matchedOptionValue(FILE, (Path) null))
                .or(() -> SettingsReader.fileNamedIn(environment));
        return SettingsReader.read(role, embedded, file, environment, flags);
    }

    /// The settings where nobody says anything.
    static EffectiveSettings standard(Role role, Map<String, String> embedded) {
        try {
            return SettingsReader.read(role, embedded, Optional.empty(), Map.of(), Map.of());
        } catch (BadConfiguration impossible) {
            throw new IllegalStateException("the standard settings are right", impossible);
        }
    }

    /// Says what is wrong with a configuration, one line for each problem.
    static int refuse(PrintWriter err, BadConfiguration bad) {
        List<String> problems = bad.problems();
        for (String problem : problems) {
            err.println("forebay: " + problem);
        }
        return ExitCode.USAGE;
    }
}
