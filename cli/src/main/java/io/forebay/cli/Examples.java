package io.forebay.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/// Examples below the help of those commands that have none of their own. A test reads each as the command would.
final class Examples {
    private static final String BEGINNING = "  forebay ";
    private static final Map<String, List<String>> OF = Map.ofEntries(
            Map.entry(
                    "forebay",
                    List.of("forebay standalone", "forebay status", "forebay doctor", "forebay explain REQUEST")),
            Map.entry(
                    "forebay standalone",
                    List.of(
                            "forebay standalone",
                            "forebay standalone --pool-size 4GiB --ssd-directories /mnt/nvme0/forebay")),
            Map.entry(
                    "forebay master",
                    List.of(
                            "forebay master --bind-host 0.0.0.0 --advertise-host 10.0.0.1",
                            "forebay master --config /etc/forebay.yaml --log-format json")),
            Map.entry(
                    "forebay node",
                    List.of(
                            "forebay node --master-address 10.0.0.1:7300 --bind-host 0.0.0.0 --pool-size 64GiB",
                            "forebay node --config /etc/forebay.yaml")),
            Map.entry(
                    "forebay config",
                    List.of(
                            "forebay config --role node",
                            "forebay config --config /etc/forebay.yaml --json",
                            "forebay config check /etc/forebay.yaml")),
            Map.entry("forebay version", List.of("forebay version --json")),
            Map.entry(
                    "forebay explain",
                    List.of(
                            "forebay explain request-7",
                            "forebay explain 5feceb66ffc86f38 --master 10.0.0.1:7301 --json")),
            Map.entry("forebay bench eviction", List.of("forebay bench eviction trace.jsonl")),
            Map.entry("forebay fsck", List.of("forebay fsck /mnt/nvme0/forebay")),
            Map.entry("forebay ls", List.of("forebay ls /mnt/nvme0/forebay")),
            Map.entry("forebay stat", List.of("forebay stat /mnt/nvme0/forebay")),
            Map.entry(
                    "forebay replay",
                    List.of(
                            "forebay replay --requests 200",
                            "forebay replay trace.jsonl --requests 2000 --fabric tcp --json out.json",
                            "forebay replay --nodes 3 --chaos kill-node=1@50%")),
            Map.entry(
                    "forebay measure",
                    List.of(
                            "forebay measure trace.jsonl --dram-blocks 10000",
                            "forebay measure --live --master 10.0.0.1:7301 --for 60s")));

    private Examples() {}

    /// Below `command` and everything below it.
    static void addTo(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        String name = command.getCommandSpec().qualifiedName();
        List<String> footer = List.of(usage.footer());
        if (footer.stream().noneMatch(line -> line.startsWith(BEGINNING))) {
            List<String> lines = new ArrayList<>();
            OF.getOrDefault(name, List.of(name)).forEach(example -> lines.add("  " + example.replace("%", "%%")));
            if (footer.isEmpty()) {
                usage.footerHeading("%nExamples:%n");
            } else {
                usage.footerHeading("%nExamples, and exit codes:%n");
                lines.add("");
                lines.addAll(footer);
            }
            usage.footer(lines.toArray(String[]::new));
        }
        command.getSubcommands().values().forEach(Examples::addTo);
    }
}
