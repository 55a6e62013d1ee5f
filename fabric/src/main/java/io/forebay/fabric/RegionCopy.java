package io.forebay.fabric;

import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/// One read of the `map` fabric, carried out by one copy thread.
///
/// The mapped pages are only ever copied: a fault in one (the file was cut) is an [InternalError] in a copy, but a
/// crash in most other places.
final class RegionCopy {
    /// Between two pieces the copy notices that nobody waits for it any more.
    private static final long PIECE_BYTES = 1 << 20;

    private final MapPeer peer;
    private final ReadTask task;
    private final ReadPart part;

    /// @param task a read of one part
    RegionCopy(MapPeer peer, ReadTask task) {
        this.peer = peer;
        this.task = task;
        this.part = task.parts().getFirst();
    }

    ReadTask task() {
        return task;
    }

    /// Copies all ranges, or up to the first that does not come out well. Does nothing for a read that is over.
    void run(LongConsumer delivered) {
        if (part.isOver() || !peer.enter()) {
            // A peer that is down fails its reads itself.
            return;
        }
        try {
            copyAll(delivered);
        } catch (InternalError e) {
            part.fail(Blame.peer("a page of the peer's region is gone: " + e.getMessage()));
        } catch (RuntimeException e) {
            part.fail(Blame.here("the copy failed: " + e));
        } finally {
            part.close();
            peer.leave();
        }
    }

    private void copyAll(LongConsumer delivered) {
        for (ReadRange range : part.ranges()) {
            RegionMapper.MappedRegion region = peer.region(range.region());
            if (region == null) {
                part.fail(Blame.peer("the peer has no region " + range.region()));
                return;
            }
            long offset = range.offsetBytes();
            if (!RegionTable.contains(region.segment().byteSize(), offset, range.lengthBytes())) {
                part.fail(Blame.peer("the range is not within the peer's region " + range.region()));
                return;
            }
            if (!part.beginWrite()) {
                return;
            }
            if (region.generations().acquire(offset) != range.generation()) {
                part.stale();
                return;
            }
            if (!copy(region.segment(), range)) {
                return;
            }
            if (!region.generations().confirm(offset, range.generation())) {
                part.stale();
                return;
            }
            part.advance();
            delivered.accept(range.lengthBytes());
        }
        part.complete();
    }

    /// False if the read was abandoned meanwhile; it is over then.
    private boolean copy(MemorySegment source, ReadRange range) {
        long length = range.lengthBytes();
        for (long done = 0; done < length && !part.isAbandoned(); done += PIECE_BYTES) {
            long piece = Math.min(PIECE_BYTES, length - done);
            MemorySegment.copy(source, range.offsetBytes() + done, range.destination(), done, piece);
        }
        return part.endWrite();
    }
}
