package io.forebay.core.recorder;

import java.util.List;
import java.util.Optional;

/// What one process answers to who asks about a block or a request; immutable, for any thread.
///
/// @param recorded empty when the recorder is off
/// @param standings how the block stands now, one for each namespace and replica; empty when a request was asked for
/// @param nowNanos on the clock of the happenings
public record Recollection(Optional<Recorder.Snapshot> recorded, List<Standing> standings, long nowNanos) {
    public Recollection {
        standings = List.copyOf(standings);
    }
}
