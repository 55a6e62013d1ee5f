package io.forebay.server.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads what an operator decided: defaults < file < environment < flags. Every problem in any of them is found
/// before anything is refused, unknown keys included.
public final class SettingsReader {
    /// The environment variable that names the file.
    public static final String FILE_VARIABLE = Environment.FILE;

    private final Role role;
    private final Map<String, Said> winners = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    private record Said(String text, Source source) {}

    private SettingsReader(Role role) {
        this.role = role;
    }

    /// The effective settings of a role.
    ///
    /// @param embedded texts by key that count instead of the defaults
    /// @param file the YAML file, if there is one; it may hold keys of other roles
    /// @param environment the process's variables; only those that begin with `FOREBAY_` count
    /// @param flags texts by key
    /// @throws BadConfiguration with every problem
    public static EffectiveSettings read(
            Role role,
            Map<String, String> embedded,
            Optional<Path> file,
            Map<String, String> environment,
            Map<String, String> flags)
            throws BadConfiguration {
        SettingsReader reader = new SettingsReader(role);
        embedded.forEach((key, text) -> reader.say(key, text, new Source.Embedded()));
        file.ifPresent(reader::readFile);
        reader.readEnvironment(environment);
        flags.forEach((key, text) -> {
            Optional<Setting<?>> setting = find(key);
            reader.say(key, text, new Source.Flag(setting.map(Setting::flag).orElse("--" + key)));
        });
        return reader.settle();
    }

    /// The file that the environment names, for whoever was told none.
    public static Optional<Path> fileNamedIn(Map<String, String> environment) {
        String file = environment.getOrDefault(FILE_VARIABLE, "");
        return file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file));
    }

    private void readFile(Path file) {
        SettingsFile read = SettingsFile.read(file);
        problems.addAll(read.problems());
        read.texts().forEach((key, text) -> say(key, text, new Source.InFile(file.toString())));
    }

    private void readEnvironment(Map<String, String> environment) {
        List<String> names = environment.keySet().stream().sorted().toList();
        for (String name : names) {
            if (!Environment.isOurs(name)) {
                continue;
            }
            Optional<Setting<?>> setting = SettingList.ALL.stream()
                    .filter(candidate -> candidate.variable().equals(name))
                    .findFirst();
            if (setting.isPresent()) {
                say(setting.get().key(), environment.getOrDefault(name, ""), new Source.Variable(name));
            } else {
                problems.add("variable " + name + ": no setting is called so" + Nearest.variable(name));
            }
        }
    }

    private void say(String key, String text, Source source) {
        if (find(key).isPresent()) {
            winners.put(key, new Said(text, source));
            return;
        }
        problems.add(source.words() + ": there is no setting " + key + Nearest.key(key));
    }

    private EffectiveSettings settle() throws BadConfiguration {
        Map<String, EffectiveSettings.Entry> entries = new LinkedHashMap<>();
        for (Setting<?> setting : SettingList.of(role)) {
            Said said = winners.getOrDefault(setting.key(), new Said(setting.standard(), new Source.Standard()));
            try {
                setting.type().parse(said.text());
            } catch (IllegalArgumentException wrong) {
                problems.add("%s = '%s' (%s) %s"
                        .formatted(setting.key(), said.text(), said.source().words(), wrong.getMessage()));
            }
            entries.put(setting.key(), new EffectiveSettings.Entry(setting, said.text(), said.source()));
        }
        EffectiveSettings settings = new EffectiveSettings(role, Collections.unmodifiableMap(entries));
        if (problems.isEmpty()) {
            problems.addAll(CrossChecks.problems(settings));
        }
        if (!problems.isEmpty()) {
            throw new BadConfiguration(problems);
        }
        return settings;
    }

    private static Optional<Setting<?>> find(String key) {
        return SettingList.ALL.stream()
                .filter(setting -> setting.key().equals(key))
                .findFirst();
    }
}
