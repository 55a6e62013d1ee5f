package io.forebay.sim.trace;

import java.util.List;

/// One request of a trace, in the format published with the Mooncake paper (FAST '25): one JSON object a line.
///
/// @param timestampMillis since the start of the trace
/// @param inputLength tokens of the prompt
/// @param outputLength tokens of the answer
/// @param hashIds one for each block of the prompt, chained: an equal id means an equal prompt up to and including
///     that block, so no id comes twice in one request
public record TraceRequest(long timestampMillis, int inputLength, int outputLength, List<Long> hashIds) {
    public TraceRequest {
        hashIds = List.copyOf(hashIds);
    }
    /// The same ids as numbers.
    public long[] ids() {
        return hashIds.stream().mapToLong(Long::longValue).toArray();
    }
}
