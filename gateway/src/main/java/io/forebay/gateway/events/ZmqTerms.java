package io.forebay.gateway.events;

import io.forebay.core.answer.InvalidInput;
import java.util.Optional;

/// How the cluster's events are published.
///
/// @param endpoint where subscribers connect: `tcp://host:port`, `*` for every address or any port
/// @param replayEndpoint where those ask who have missed something; empty: nobody can
/// @param bufferSteps batches that are kept for them, at least 1
/// @param bufferBytes what these may take, about
/// @param hwm batches that wait for one slow subscriber; it misses those beyond
/// @param blockSize what is said of the tokens in a block
/// @param ssdMedium what an SSD is called
/// @param heartbeatNanos after so long a silence an empty batch shows that nothing is missing; 0: never
public record ZmqTerms(
        String endpoint,
        Optional<String> replayEndpoint,
        int bufferSteps,
        long bufferBytes,
        int hwm,
        TopicPattern topic,
        BatchForm form,
        HashForm hashes,
        int blockSize,
        String ssdMedium,
        long heartbeatNanos) {
    public ZmqTerms {
        InvalidInput.unless(
                bufferSteps >= 1, "events.zmq.buffer_steps", "is " + bufferSteps + "; it must be at least 1");
        InvalidInput.unless(hwm >= 1, "events.zmq.hwm", "is " + hwm + "; it must be at least 1");
    }

    /// At these endpoints, else as usual.
    public static ZmqTerms at(String endpoint, String replayEndpoint) {
        return new ZmqTerms(
                endpoint,
                Optional.of(replayEndpoint),
                10_000,
                256 << 20,
                10_000,
                new TopicPattern(TopicPattern.STANDARD),
                BatchForm.ARRAY,
                HashForm.BYTES,
                16,
                "STORAGE",
                5_000_000_000L);
    }

    /// These, with another bound for what is kept.
    ZmqTerms withBufferSteps(int steps) {
        return with(steps, heartbeatNanos);
    }

    /// These, with another pause before an empty batch.
    ZmqTerms withHeartbeat(long nanos) {
        return with(bufferSteps, nanos);
    }

    private ZmqTerms with(int steps, long beatNanos) {
        return new ZmqTerms(
                endpoint,
                replayEndpoint,
                steps,
                bufferBytes,
                hwm,
                topic,
                form,
                hashes,
                blockSize,
                ssdMedium,
                beatNanos);
    }
}
