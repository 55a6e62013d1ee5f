package io.forebay.fabric;

import io.forebay.core.answer.Failure;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// One read on an [InProcessNetwork], carried out arrival by arrival; see there. Used by one thread.
final class InProcessRead implements ReadOperation {
    private final InProcessPeer peer;
    private final List<ReadRange> ranges;
    private final ReadFault fault;
    private final ReadTask task;
    private final ReadPart part;
    private boolean begun;

    InProcessRead(InProcessPeer peer, List<ReadRange> ranges, ReadFault fault, ReadListener listener) {
        this.peer = peer;
        this.ranges = ranges;
        this.fault = fault;
        this.task = new ReadTask(List.of(ranges), listener, over -> peer.forget(this, over));
        this.part = task.parts().getFirst();
    }

    void start(long timeoutNanos) {
        part.beginWrite();
        peer.courier().after(timeoutNanos, this::timeOut);
        if (!(fault instanceof ReadFault.Hang)) {
            peer.courier().deliver(this::arrive);
        }
    }

    @Override
    public void cancel() {
        fail(Blame.here("the read was cancelled"));
    }

    /// Fails the read now; it is over when its next arrival comes.
    void fail(Failure failure) {
        if (!task.isFinished()) {
            task.fail(failure);
            if (fault instanceof ReadFault.Hang) {
                peer.courier().deliver(this::arrive);
            }
        }
    }

    /// Nothing is written any more.
    void end() {
        part.close();
    }

    private void timeOut() {
        if (peer.isWatched()) {
            fail(Blame.peer(peer.owner().endpointName() + ": the read timed out"));
        }
    }

    private void arrive() {
        if (!peer.isWatched() || part.isOver()) {
            return;
        }
        if (peer.owner().isGone()) {
            peer.ownerGone();
            end();
            return;
        }
        if (task.isFinished()) {
            writeLate();
            end();
            return;
        }
        if (begun && !finishRange()) {
            end();
            return;
        }
        if (part.isWhole()) {
            part.complete();
            end();
        } else if (meetsFault() || !beginRange()) {
            end();
        } else {
            peer.courier().deliver(this::arrive);
        }
    }

    /// True if the read ends here.
    private boolean meetsFault() {
        Failure broken = Blame.peer(peer.owner().endpointName() + ": the transport failed");
        int last = ranges.size() - 1;
        return switch (fault) {
            case ReadFault.None _, ReadFault.Corrupt _, ReadFault.Hang _ -> false;
            case ReadFault.CutShort cut when part.completed() < Math.min(cut.afterRanges(), last) -> false;
            case ReadFault.Break cut when part.completed() < Math.min(cut.afterRanges(), last) -> false;
            case ReadFault.CutShort _ -> {
                part.fail(broken);
                yield true;
            }
            case ReadFault.Break _ -> {
                peer.fall(broken);
                yield true;
            }
        };
    }

    private boolean beginRange() {
        ReadRange range = ranges.get(part.completed());
        LocalRegion region = peer.owner().region(range.region());
        if (region == null) {
            part.fail(Blame.peer("the peer has no region " + range.region()));
            return false;
        }
        if (!RegionTable.contains(region.segment().byteSize(), range.offsetBytes(), range.lengthBytes())) {
            part.fail(Blame.peer("the range is not within the peer's region " + range.region()));
            return false;
        }
        if (region.generations().acquire(range.offsetBytes()) != range.generation()) {
            part.stale();
            return false;
        }
        copy(region, range, 0, range.lengthBytes() / 2);
        begun = true;
        return true;
    }

    private boolean finishRange() {
        begun = false;
        ReadRange range = ranges.get(part.completed());
        LocalRegion region = region(range);
        copy(region, range, range.lengthBytes() / 2, range.lengthBytes());
        if (fault instanceof ReadFault.Corrupt corrupt && corrupt.range() % ranges.size() == part.completed()) {
            corrupt(range.destination(), corrupt.offsetBytes() % range.lengthBytes());
        }
        if (!region.generations().confirm(range.offsetBytes(), range.generation())) {
            part.stale();
            return false;
        }
        part.advance();
        peer.reader().count(range.lengthBytes());
        return true;
    }

    /// What a copy does that nobody could stop in time.
    private void writeLate() {
        ReadRange range = ranges.get(Math.min(part.completed(), ranges.size() - 1));
        LocalRegion region = peer.owner().region(range.region());
        if (region != null
                && RegionTable.contains(region.segment().byteSize(), range.offsetBytes(), range.lengthBytes())) {
            copy(region, range, begun ? range.lengthBytes() / 2 : 0, range.lengthBytes());
        }
    }

    private LocalRegion region(ReadRange range) {
        LocalRegion region = peer.owner().region(range.region());
        if (region == null) {
            throw new IllegalStateException("region " + range.region() + " was there when its copy began");
        }
        return region;
    }

    private static void copy(LocalRegion region, ReadRange range, long from, long to) {
        MemorySegment.copy(region.segment(), range.offsetBytes() + from, range.destination(), from, to - from);
    }

    private static void corrupt(MemorySegment bytes, long offset) {
        byte flipped = (byte) (bytes.get(ValueLayout.JAVA_BYTE, offset) ^ 0x10);
        bytes.set(ValueLayout.JAVA_BYTE, offset, flipped);
    }
}
