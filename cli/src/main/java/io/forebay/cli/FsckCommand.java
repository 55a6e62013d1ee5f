package io.forebay.cli;

import io.forebay.server.ssd.SsdAnswer;
import io.forebay.server.ssd.SsdQuestion;
import picocli.CommandLine.Command;

/// `forebay fsck DIR`.
@Command(
        name = "fsck",
        description = "Reads and verifies every byte of an SSD device's directory. It changes nothing: a start of the"
                + " node cuts off torn ends, and a damaged block is a miss.",
        footerHeading = "%nExit codes:%n",
        footer = {
            "  0  everything is as it was written",
            "  1  something is damaged, or was not finished when the node ended",
            "  2  cannot say: no such directory, none of ours, not readable, or of another format"
        })
final class FsckCommand extends SsdLooking {
    @Override
    SsdQuestion question() {
        return new SsdQuestion.Fsck();
    }

    @Override
    int code(SsdAnswer answer) {
        return answer.damaged() ? ExitCode.FAILED : ExitCode.DONE;
    }
}
