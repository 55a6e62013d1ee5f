package io.forebay.cli;

import io.forebay.bench.router.RouterMode;
import io.forebay.server.settings.Role;
import io.forebay.server.settings.SettingList;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What `replay` plays with `--router`.
final class RoutedOptions {
    @Option(
            names = "--router",
            description = "play the trace in its own time, with a router that looks blocks up at a request's arrival,"
                    + " has those on SSD alone brought to memory, and dispatches the request one window later")
    boolean router;

    @Option(
            names = "--window",
            paramLabel = "TIME",
            defaultValue = "1s",
            description = "with --router: from arrival to dispatch (${DEFAULT-VALUE})")
    String window = "1s";

    @Option(
            names = "--speed",
            paramLabel = "X",
            defaultValue = "1",
            description = "with --router: the trace's time runs so many times faster (${DEFAULT-VALUE})")
    double speed;

    @Option(
            names = "--compare",
            description =
                    "with --router: plays all modes, one after the other, each on a fresh cluster with as much DRAM")
    boolean compare;

    @Option(
            names = "--modes",
            paramLabel = "MODE,…",
            description = "with --router: no-ssd, ssd (reads it when asked), promote-on-hit, trigger (trigger; with"
                    + " --compare all)")
    @Nullable
    String modes;

    @Option(
            names = "--ssd-directory",
            paramLabel = "DIR",
            defaultValue = "/var/tmp",
            description = "with --router: where the nodes' SSD directories lie meanwhile; no tmpfs (${DEFAULT-VALUE})")
    Path ssdDirectory = Path.of("/var/tmp");

    boolean given() {
        return router;
    }

    /// Refuses what has no meaning for another replay.
    void refuse() {
        unless(!router, "--router and --policy exclude each other");
        unless(!compare && modes == null, "--compare and --modes go with --router");
    }

    /// The modes to play.
    ///
    /// @throws IllegalArgumentException names a mode for which this build's master has no setting
    List<RouterMode> parsedModes() {
        List<RouterMode> parsed = modes != null
                ? RouterMode.parse(modes)
                : compare ? List.of(RouterMode.values()) : List.of(RouterMode.TRIGGER);
        for (RouterMode mode : parsed) {
            for (String flag : mode.masterFlags()) {
                unless(
                        !flag.startsWith("--") || isKnown(flag),
                        "mode " + mode.word() + " needs " + flag + ", which this build's master does not know; leave"
                                + " it out with --modes");
            }
        }
        return parsed;
    }

    private static boolean isKnown(String flag) {
        return SettingList.ALL.stream()
                .anyMatch(setting ->
                        setting.flag().equals(flag) && setting.roles().contains(Role.MASTER));
    }

    private static void unless(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
