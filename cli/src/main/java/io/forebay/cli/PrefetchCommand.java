package io.forebay.cli;

import io.forebay.client.asking.RouterQuestion;
import io.forebay.server.settings.Units;
import java.io.IOException;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `forebay prefetch HASH...` and `forebay prefetch --cancel`.
@Command(
        name = "prefetch",
        description =
                "Has blocks that are on SSD alone brought to memory before a request reads them, as a router does,"
                        + " and tells what the master decided of each; or takes a request back.",
        footerHeading = "%nExamples, and exit codes:%n",
        footer = {
            "  forebay prefetch --model llama-3-8b --request-id r1 --need-in 2s 5feceb66ffc86f38",
            "  forebay prefetch --lookup --model llama-3-8b 5feceb66ffc86f38",
            "  forebay prefetch --cancel --request-id r1",
            "",
            "  0  told",
            "  1  no master answered, or triggers are switched off",
            "  2  wrong usage"
        })
final class PrefetchCommand extends RouterAsking {
    @Mixin
    BlockOptions blocks = new BlockOptions();

    @Option(
            names = "--request-id",
            paramLabel = "TEXT",
            description = "the request that will read them; with it they can be taken back")
    String requestId = "";

    @Option(names = "--need-in", paramLabel = "DURATION", description = "when it will read them (${DEFAULT-VALUE})")
    String needIn = "1s";

    @Option(names = "--lookup", description = "tells in the same step where the blocks were before")
    boolean lookup;

    @Option(names = "--cancel", description = "what only the request wanted is not brought to memory any more")
    boolean cancel;

    @Override
    RouterQuestion question() throws IOException {
        if (cancel) {
            if (requestId.isEmpty() || lookup || !blocks.hashes.isEmpty() || blocks.from != null) {
                throw new IllegalArgumentException("--cancel takes --request-id TEXT and no blocks");
            }
            return new RouterQuestion.TakeBack(requestId);
        }
        RouterQuestion.Bring bring = new RouterQuestion.Bring(blocks.named(), requestId, needIn());
        return lookup ? new RouterQuestion.WhereAndBring(bring) : bring;
    }

    private Duration needIn() {
        try {
            return Units.duration(needIn);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("--need-in = '" + needIn + "' " + wrong.getMessage(), wrong);
        }
    }
}
