package io.forebay.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/// `forebay version`: which Forebay on which Java.
@Command(name = "version", description = "Says which Forebay this is, and on which Java it runs.")
final class VersionCommand implements Callable<Integer> {
    @Spec
    @Nullable
    CommandSpec spec;

    @Option(names = "--json", description = "as JSON")
    boolean json;

    @Option(names = "--help", usageHelp = true, description = "shows this")
    boolean help;

    @Override
    public Integer call() throws IOException {
        Map<String, String> says = new java.util.TreeMap<>(
                Map.of("version", version(), "java", Runtime.version().toString()));
        Out.of(spec)
                .println(
                        json
                                ? JsonMapper.shared().writeValueAsString(says)
                                : "forebay %s (java %s)".formatted(says.get("version"), says.get("java")));
        return ExitCode.DONE;
    }

    /// The same for `--version`.
    static final class Provider implements IVersionProvider {
        @Override
        public String[] getVersion() throws IOException {
            return new String[] {"forebay " + version() + " (java " + Runtime.version() + ")"};
        }
    }

    static String version() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = VersionCommand.class.getResourceAsStream("version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        }
        return properties.getProperty("version", "unknown");
    }
}
