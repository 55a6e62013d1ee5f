package io.forebay.cli;

import io.forebay.server.ssd.SsdAnswer;
import io.forebay.server.ssd.SsdQuestion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `forebay ls DIR`.
@Command(
        name = "ls",
        description = "Lists the blocks of an SSD device in the order in which they lie there: those that count, as a"
                + " start would find them.",
        footerHeading = "%nExit codes:%n",
        footer = {"  0  listed", "  2  no such directory, none of ours, not readable, or of another format"})
final class LsCommand extends SsdLooking {
    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "1000",
            description = "so many at most; 0: all (${DEFAULT-VALUE})")
    long limit;

    @Option(
            names = "--namespace",
            paramLabel = "TEXT",
            description = "only where TEXT is a part of MODEL/TENANT/FINGERPRINT")
    String namespace = "";

    @Option(names = "--hash", paramLabel = "HEX", description = "only hashes that begin so")
    String hash = "";

    @Override
    SsdQuestion question() {
        return new SsdQuestion.Ls(namespace, hash, limit);
    }

    @Override
    int code(SsdAnswer answer) {
        return ExitCode.DONE;
    }
}
