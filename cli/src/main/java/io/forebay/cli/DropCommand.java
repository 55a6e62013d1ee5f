package io.forebay.cli;

import io.forebay.cli.look.ClusterLook;
import io.forebay.cli.look.NodeLook;
import io.forebay.cli.look.PageReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `forebay drop HASH…`.
@Command(
        name = "drop",
        description =
                "Drops blocks from memory and SSD, of every node that the master names, or of those that are given:"
                        + " they are not found there any more, also after a restart. Who reads one keeps its memory until it lets"
                        + " go; a promotion that is under way comes to nothing. A block that is being saved, or is saved again, is"
                        + " a new one.",
        footerHeading = "%nExamples, and exit codes:%n",
        footer = {
            "  forebay drop 9f86d081884c7d65 --master 10.0.0.1:7301",
            "  forebay drop 9f86d081884c7d65 60303ae22b998861 --node 10.0.0.3:7402   (that node alone)",
            "",
            "  0  no node that was asked has them any more; also when none had one",
            "  1  some node did not answer, or could not make it safe: it may have them yet",
            "  2  wrong usage"
        })
final class DropCommand implements Callable<Integer> {
    private static final Duration PAGE = Duration.ofSeconds(8);
    /// Digits in one call; a query is bounded.
    private static final int MOST_DIGITS = 1_800;

    @Spec
    @Nullable
    CommandSpec spec;

    @Parameters(paramLabel = "HASH", arity = "1..*", description = "a block's hash in hexadecimal, in any namespace")
    List<String> hashes = new ArrayList<>();

    @Mixin
    LookOptions options = new LookOptions();

    /// What one node said of one block.
    private record Line(String node, String key, int inMemory, int stillRead, int onSsd) {
        String text() {
            String memory = inMemory == 0 ? "not in memory" : "dropped from memory";
            String read = stillRead == 0 ? "" : ", where somebody still reads it";
            String ssd = onSsd == 0 ? "not on SSD" : "dropped from SSD";
            return key + "  " + node + ": " + memory + read + "; " + ssd;
        }

        Map<String, Object> tree() {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("node", node);
            tree.put("key", key);
            tree.put("in_memory", inMemory);
            tree.put("still_read", stillRead);
            tree.put("on_ssd", onSsd);
            return tree;
        }
    }

    @Override
    public Integer call() {
        List<String> keys = checked();
        PrintWriter out = Out.of(spec);
        List<Line> lines = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        ClusterLook look;
        try (PageReader pages = options.pages()) {
            look = options.reader(pages).look();
        }
        look.master()
                .filter(master -> master.metrics().isEmpty())
                .ifPresent(master ->
                        problems.add("the master at " + master.http() + " does not answer: " + master.problem()));
        try (PageReader pages = new PageReader(PAGE)) {
            for (NodeLook node : look.nodes()) {
                try {
                    drop(pages, node, keys, lines);
                } catch (IOException failed) {
                    problems.add("node " + node.name() + " may have them yet: " + FailureLine.of(failed));
                }
            }
        }
        if (look.nodes().isEmpty() && problems.isEmpty()) {
            problems.add("the master names no node");
        }
        tell(out, lines, problems);
        return problems.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private List<String> checked() {
        for (String hash : hashes) {
            if (!hash.matches("([0-9a-fA-F]{2}){1,64}") && spec != null) {
                throw new ParameterException(
                        spec.commandLine(), "HASH '" + hash + "' is not 1 to 64 bytes in hexadecimal");
            }
        }
        return hashes.stream().distinct().toList();
    }

    private static void drop(PageReader pages, NodeLook node, List<String> keys, List<Line> lines) throws IOException {
        int from = 0;
        while (from < keys.size()) {
            int to = from;
            int digits = 0;
            while (to < keys.size() && (to == from || digits + keys.get(to).length() < MOST_DIGITS)) {
                digits += keys.get(to).length() + 1;
                to++;
            }
            PageReader.Page page = pages.post(node.http(), "/drop?key=" + String.join(",", keys.subList(from, to)));
            if (page.status() != 200) {
                throw new IOException(page.error("node"));
            }
            read(node.name(), page.body(), lines);
            from = to;
        }
    }

    private static void read(String node, String body, List<Line> lines) throws IOException {
        try {
            for (JsonNode each : JsonMapper.shared().readTree(body).path("dropped")) {
                lines.add(new Line(
                        node,
                        each.path("key").asString(""),
                        each.path("in_memory").asInt(0),
                        each.path("still_read").asInt(0),
                        each.path("on_ssd").asInt(0)));
            }
        } catch (JacksonException noJson) {
            throw new IOException("what answers there is no node", noJson);
        }
    }

    private void tell(PrintWriter out, List<Line> lines, List<String> problems) {
        if (options.json) {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("dropped", lines.stream().map(Line::tree).toList());
            tree.put("problems", problems);
            out.println(JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(tree));
        } else {
            lines.forEach(line -> out.println(line.text()));
        }
        out.flush();
        PrintWriter err = Out.err(spec);
        problems.forEach(problem -> err.println("forebay: " + problem));
    }
}
