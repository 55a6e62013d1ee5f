package io.forebay.cli;

import io.forebay.server.ssd.SsdAnswer;
import io.forebay.server.ssd.SsdQuestion;
import picocli.CommandLine.Command;

/// `forebay stat DIR`.
@Command(
        name = "stat",
        description = "Figures of an SSD device's directory: for each file, for each namespace, and in all.",
        footerHeading = "%nExit codes:%n",
        footer = {"  0  told", "  2  no such directory, none of ours, not readable, or of another format"})
final class StatCommand extends SsdLooking {
    @Override
    SsdQuestion question() {
        return new SsdQuestion.Stat();
    }

    @Override
    int code(SsdAnswer answer) {
        return ExitCode.DONE;
    }
}
