package io.forebay.cli;

import io.forebay.client.asking.RouterQuestion;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `forebay lookup HASH...`.
@Command(
        name = "lookup",
        description = "Tells where blocks are, in memory and on SSD, as the master knows it. Changes nothing.",
        footerHeading = "%nExample, and exit codes:%n",
        footer = {
            "  forebay lookup --model llama-3-8b 5feceb66ffc86f38",
            "",
            "  0  told",
            "  1  no master answered",
            "  2  wrong usage"
        })
final class LookupCommand extends RouterAsking {
    @Mixin
    BlockOptions blocks = new BlockOptions();

    @Override
    RouterQuestion question() throws IOException {
        return new RouterQuestion.Where(blocks.named());
    }
}
