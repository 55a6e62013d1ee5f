package io.forebay.cli;

import io.forebay.cli.look.ClusterLook;
import io.forebay.cli.look.LookText;
import io.forebay.cli.look.LookTree;
import io.forebay.cli.look.PageReader;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/// `forebay status`.
@Command(
        name = "status",
        description = "Shows a cluster at a glance: what is wrong first, then the master and a line for each node."
                + " Changes nothing.",
        footerHeading = "%nExamples, and exit codes:%n",
        footer = {
            "  forebay status",
            "  forebay status --master 10.0.0.1:7301 --json",
            "  forebay status --node 10.0.0.2:7402        (no master is asked)",
            "",
            "  0  nothing is wrong",
            "  1  something is, and is told first",
            "  2  wrong usage"
        })
final class StatusCommand implements Callable<Integer> {
    @Spec
    @Nullable
    CommandSpec spec;

    @Mixin
    LookOptions options = new LookOptions();

    @Override
    public Integer call() {
        ClusterLook look;
        try (PageReader pages = options.pages()) {
            look = options.reader(pages).look();
        }
        PrintWriter out = Out.of(spec);
        if (options.json) {
            out.println(JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(LookTree.of(look)));
        } else {
            LookText.of(look).forEach(out::println);
        }
        out.flush();
        return look.problems().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    }
}
