package io.forebay.cli;

import io.forebay.server.settings.BadConfiguration;
import io.forebay.server.settings.EffectiveSettings;
import io.forebay.server.settings.Role;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/// `forebay config`: the effective settings, and where each came from.
@Command(name = "config", description = "Shows the effective settings with where each came from. Starts nothing.")
final class ConfigCommand implements Callable<Integer> {
    @Spec
    @Nullable
    CommandSpec spec;

    @Option(names = "--role", paramLabel = "ROLE", description = "master, node or standalone (the default)")
    String role = "standalone";

    @Option(names = "--json", description = "as JSON: {key: {value, source}}")
    boolean json;

    @Option(names = "--help", usageHelp = true, description = "shows this")
    boolean help;

    static CommandLine commandLine() {
        CommandLine command = new CommandLine(new ConfigCommand());
        SettingFlags.addTo(command, Role.STANDALONE);
        command.addSubcommand("check", new ConfigCheckCommand());
        return command;
    }

    @Override
    public Integer call() {
        CommandLine command = java.util.Objects.requireNonNull(spec).commandLine();
        Role asked = RoleOption.of(command, role);
        try {
            EffectiveSettings settings =
                    SettingFlags.read(asked, Embedded.settings(asked), command.getParseResult(), System.getenv());
            print(settings, command.getOut());
            return ExitCode.DONE;
        } catch (BadConfiguration bad) {
            return SettingFlags.refuse(command.getErr(), bad);
        }
    }

    private void print(EffectiveSettings settings, PrintWriter out) {
        if (json) {
            Map<String, Object> tree = new LinkedHashMap<>();
            settings.entries()
                    .forEach((key, entry) -> tree.put(
                            key,
                            Map.of(
                                    "value",
                                    entry.shown(),
                                    "source",
                                    entry.source().words())));
            out.println(JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(tree));
            return;
        }
        settings.entries()
                .forEach((key, entry) -> out.printf(
                        "%-26s %-24s # %s%n",
                        key + ":", entry.shown(), entry.source().words()));
    }
}
