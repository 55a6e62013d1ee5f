package io.forebay.sim.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The published traces, where somebody has them: the property `forebay.traces` names a directory with
/// `conversation_trace.jsonl`
/// and `oracle.json`, hit counts that others computed by a rule written down there. Tests add them to their synthetic
/// ones.
final class Traces {
    private Traces() {}

    static Optional<Path> directory() {
        return Optional.ofNullable(System.getProperty("forebay.traces")).map(Path::of);
    }

    static List<TraceRequest> conversations(Path directory) throws IOException {
        return TraceReader.read(directory.resolve("conversation_trace.jsonl"), Integer.MAX_VALUE);
    }
}
