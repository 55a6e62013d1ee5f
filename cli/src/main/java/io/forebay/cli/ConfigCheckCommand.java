package io.forebay.cli;

import io.forebay.server.settings.BadConfiguration;
import io.forebay.server.settings.Role;
import io.forebay.server.settings.SettingsReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/// `forebay config check`.
@Command(
        name = "check",
        description = "Says whether a start would take a file of settings, with the environment as it is: unknown keys"
                + " with the nearest one that there is, values with what is accepted, and what must hold between"
                + " settings. Starts nothing.",
        footerHeading = "%nExamples, and exit codes:%n",
        footer = {
            "  forebay config check /etc/forebay.yaml",
            "  forebay config check --role node --json",
            "",
            "  0  a start would take it",
            "  2  it would not; every problem is told, or wrong usage"
        })
final class ConfigCheckCommand implements Callable<Integer> {
    @Spec
    @Nullable
    CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "the YAML file of settings; else what " + SettingsReader.FILE_VARIABLE
                    + " names, else the environment alone is checked")
    @Nullable
    Path file;

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            description = "master, node or standalone (the default): for whom. A key of another role is no problem")
    String role = "standalone";

    @Option(names = "--json", description = "as JSON: {ok, file, problems}")
    boolean json;

    @Option(names = "--help", usageHelp = true, description = "shows this")
    boolean help;

    @Override
    public Integer call() {
        CommandLine command = Objects.requireNonNull(spec).commandLine();
        Role asked = RoleOption.of(command, role);
        Optional<Path> checked = Optional.ofNullable(file).or(() -> SettingsReader.fileNamedIn(System.getenv()));
        List<String> problems = List.of();
        try {
            SettingsReader.read(asked, Embedded.settings(asked), checked, System.getenv(), Map.of());
        } catch (BadConfiguration bad) {
            problems = bad.problems();
        }
        String name = checked.map(Path::toString).orElse("");
        if (json) {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("ok", problems.isEmpty());
            tree.put("file", name);
            tree.put("problems", problems);
            command.getOut()
                    .println(
                            JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(tree));
        } else if (problems.isEmpty()) {
            command.getOut().println((name.isEmpty() ? "the environment" : name) + " is right for " + role);
        } else {
            PrintWriter err = command.getErr();
            problems.forEach(problem -> err.println("forebay: " + problem));
        }
        command.getOut().flush();
        return problems.isEmpty() ? ExitCode.DONE : ExitCode.USAGE;
    }
}
