package io.forebay.cli;

import io.forebay.cli.doctor.BreakEven;
import io.forebay.cli.doctor.Checks;
import io.forebay.cli.doctor.Finding;
import io.forebay.cli.doctor.HostProbe;
import io.forebay.cli.doctor.ModelShape;
import io.forebay.cli.doctor.Verdict;
import io.forebay.cli.doctor.Wanted;
import io.forebay.cli.look.PageReader;
import io.forebay.server.settings.BadConfiguration;
import io.forebay.server.settings.EffectiveSettings;
import io.forebay.server.settings.Role;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/// `forebay doctor`: whether this host is fit for what the configuration asks of it.
@Command(
        name = "doctor",
        description = "Says what this host has and lacks for the configuration, what that costs, and what to do. Starts"
                + " nothing; takes 20 s at most. Takes the settings' flags, as `forebay config` does.",
        footerHeading = "%nExamples, and exit codes:%n",
        footer = {
            "  forebay doctor",
            "  forebay doctor --role node --config /etc/forebay.yaml --model llama-3-70b --tflops 800",
            "  forebay doctor --ssd-directories /mnt/nvme0/forebay --json",
            "",
            "  0  nothing prevents a start (there may be warnings)",
            "  1  something does",
            "  2  wrong usage"
        })
final class DoctorCommand implements Callable<Integer> {
    private static final Duration PAGE = Duration.ofSeconds(2);

    @Spec
    @Nullable
    CommandSpec spec;

    @Option(names = "--role", paramLabel = "ROLE", description = "master, node or standalone (the default)")
    String role = "standalone";

    @Option(
            names = "--master",
            paramLabel = "HOST:PORT",
            description = "the master's HTTP address, for peers and clocks (${DEFAULT-VALUE})")
    String master = ExplainCommand.MASTER;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description = "says whether reading its blocks is faster than computing them: a known name, or a shape such"
                    + " as 80x8x128:70.6b")
    @Nullable
    String model;

    @Option(
            names = "--tflops",
            paramLabel = "N",
            description = "what the GPUs of one request reach, all together (${DEFAULT-VALUE}: one large card at about"
                    + " 40 %% of its peak)")
    double teraflops = 400;

    @Option(
            names = "--kv-bytes",
            paramLabel = "N",
            description = "bytes of an element of the KV cache, 1 to 4 (${DEFAULT-VALUE})")
    int bytesPerElement = 2;

    @Option(names = "--json", description = "as JSON: {ok, checks: [{name, verdict, found, costs, do}]}")
    boolean json;

    @Option(names = "--help", usageHelp = true, description = "shows this")
    boolean help;

    static CommandLine commandLine() {
        CommandLine command = new CommandLine(new DoctorCommand());
        SettingFlags.addTo(command, Role.STANDALONE);
        return command;
    }

    @Override
    public Integer call() {
        CommandLine command = Objects.requireNonNull(spec).commandLine();
        Optional<BreakEven> breakEven = breakEven(command);
        List<Finding> found = new ArrayList<>();
        Wanted wanted = Wanted.of(settings(command, RoleOption.of(command, role), found));
        try (PageReader pages = new PageReader(PAGE)) {
            found.addAll(Checks.of(new HostProbe(wanted, pages, master).look(), wanted, breakEven));
        }
        List<Finding> sorted = Checks.gravestFirst(found);
        print(sorted, command.getOut());
        return count(sorted, Verdict.FAIL) == 0 ? ExitCode.DONE : ExitCode.FAILED;
    }

    private Optional<BreakEven> breakEven(CommandLine command) {
        if (!(teraflops > 0 && teraflops <= 1e6) || bytesPerElement < 1 || bytesPerElement > 4) {
            throw new CommandLine.ParameterException(
                    command, "--tflops is more than 0 and at most 1000000, --kv-bytes from 1 to 4");
        }
        try {
            return Optional.ofNullable(model)
                    .map(name -> new BreakEven(ModelShape.parse(name), teraflops, bytesPerElement));
        } catch (IllegalArgumentException unknown) {
            throw new CommandLine.ParameterException(command, String.valueOf(unknown.getMessage()), unknown);
        }
    }

    /// What was asked for; where that is wrong it is said, and the standard is looked at.
    private EffectiveSettings settings(CommandLine command, Role asked, List<Finding> found) {
        try {
            EffectiveSettings settings =
                    SettingFlags.read(asked, Embedded.settings(asked), command.getParseResult(), System.getenv());
            found.add(new Finding(
                    "configuration", Verdict.OK, "every setting is right by itself and beside the others", "", ""));
            return settings;
        } catch (BadConfiguration bad) {
            found.add(new Finding(
                    "configuration",
                    Verdict.FAIL,
                    String.join("; ", bad.problems()),
                    "the start is refused: exit code 2; what follows is about the standard settings",
                    "mend them; forebay config check says the same"));
            return SettingFlags.standard(asked, Embedded.settings(asked));
        }
    }

    private static long count(List<Finding> found, Verdict verdict) {
        return found.stream().filter(each -> each.verdict() == verdict).count();
    }

    private void print(List<Finding> found, PrintWriter out) {
        if (json) {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("ok", count(found, Verdict.FAIL) == 0);
            tree.put("checks", found.stream().map(DoctorCommand::tree).toList());
            out.println(JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(tree));
        } else {
            for (Finding each : found) {
                out.printf(Locale.ROOT, "%-5s %s: %s%n", each.verdict(), each.name(), each.found());
                line(out, "costs", each.costs());
                line(out, "do", each.remedy());
            }
            out.printf(
                    Locale.ROOT,
                    "%d ok, %d warnings, %d failures%n",
                    count(found, Verdict.OK),
                    count(found, Verdict.WARN),
                    count(found, Verdict.FAIL));
        }
        out.flush();
    }

    private static void line(PrintWriter out, String what, String words) {
        if (!words.isEmpty()) {
            out.printf(Locale.ROOT, "      %-6s %s%n", what + ":", words);
        }
    }

    private static Map<String, Object> tree(Finding each) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", each.name());
        tree.put("verdict", each.verdict().name());
        tree.put("found", each.found());
        tree.put("costs", each.costs());
        tree.put("do", each.remedy());
        return tree;
    }
}
