package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.Reserve;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.recorder.BlockChange;
import io.forebay.core.recorder.Happening;
import io.forebay.core.recorder.Keys;
import io.forebay.core.recorder.Recorder;
import io.forebay.core.recorder.SessionChange;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a node's parts tell its flight recorder. Without one nothing is made of what they say. Loop thread only.
final class Diary {
    private final Loop loop;
    private final @Nullable Recorder recorder;

    /// @param recorder null: nothing is recorded
    Diary(Loop loop, @Nullable Recorder recorder) {
        this.loop = loop;
        this.recorder = recorder;
    }

    static Diary of(Loop loop, NodeSettings.Recording settings) {
        return new Diary(loop, settings.isOn() ? new Recorder(settings.events(), settings.bytes()) : null);
    }

    /// Of a chain, to be told of more than once.
    Keys keys(Namespace namespace, List<BlockHash> hashes) {
        return recorder == null ? Keys.NONE : Keys.of(namespace, hashes);
    }

    void block(BlockChange change, BlockKey key) {
        block(change, "", key);
    }

    /// @param with the other one it concerns
    void block(BlockChange change, String with, BlockKey key) {
        if (recorder != null) {
            recorder.block(loop.nanoTime(), change, with, key);
        }
    }

    void blocks(BlockChange change, String with, Keys keys) {
        if (recorder != null && keys.count() > 0) {
            recorder.record(new Happening.Blocks(loop.nanoTime(), change, with, keys));
        }
    }

    void blocks(BlockChange change, List<BlockKey> keys) {
        if (recorder != null) {
            Keys.grouped(keys).forEach(group -> blocks(change, "", group));
        }
    }

    void residents(BlockChange change, List<ResidentBlock> blocks) {
        blocks.forEach(block -> block(change, block.key));
    }

    void reserved(Instance instance, Reserve request, List<Reservation> answers) {
        if (recorder == null) {
            return;
        }
        int granted = 0;
        int present = 0;
        int elsewhere = 0;
        int refused = 0;
        for (Reservation answer : answers) {
            switch (answer) {
                case Reservation.Granted some -> granted++;
                case Reservation.Present some -> present++;
                case Reservation.InFlightElsewhere some -> elsewhere++;
                case Reservation.NoRoom some -> refused++;
            }
        }
        recorder.record(new Happening.Reserved(
                loop.nanoTime(),
                instance.id.name(),
                request.requestId(),
                Keys.of(instance.blocks.namespace, request.hashes()),
                granted,
                present,
                elsewhere,
                refused));
    }

    void tell(Happening happening) {
        if (recorder != null) {
            recorder.record(happening);
        }
    }

    /// Now, for a happening that is made by the caller.
    long nanos() {
        return loop.nanoTime();
    }

    void barrierBegan(AwaitHandoff request, int scope) {
        tell(new Happening.BarrierBegan(
                nanos(), request.instance().name(), request.scope().label(), scope, request.deadlineNanos()));
    }

    void barrierEnded(AwaitHandoff request, HandoffReport report) {
        tell(new Happening.BarrierEnded(
                nanos(), request.instance().name(), request.scope().label(), report));
    }

    /// Of this node.
    void session(SessionChange change, String detail) {
        tell(new Happening.Session(nanos(), "", change, detail));
    }

    /// All that is recorded; empty without a recorder.
    Optional<Recorder.Snapshot> snapshot() {
        return Optional.ofNullable(recorder).map(Recorder::snapshot);
    }
}
