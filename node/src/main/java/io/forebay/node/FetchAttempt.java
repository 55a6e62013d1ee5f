package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.catalogue.LedgerMark;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.fetch.AttemptCause;
import io.forebay.core.fetch.AttemptEnd;
import io.forebay.core.layout.Layout;
import io.forebay.core.peer.LockId;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.peer.TransferQuery;
import io.forebay.fabric.ReadListener;
import io.forebay.fabric.ReadOperation;
import io.forebay.fabric.ReadRange;
import io.forebay.fabric.ReadResult;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One attempt to read blocks from one owner. Loop thread only.
///
/// ```
/// link ─▶ query and lock ─▶ room ─▶ one-sided read ─▶ verify on a mover ┐
///                                         └────────▶ unlock ────────────┴─▶ admit, held ─▶ done
/// ```
/// The transfer lock is given back on every path, also when the attempt is abandoned while the grant is still on its
/// way. If the peer says that the lock was gone, or says nothing, everything read is discarded.
final class FetchAttempt {
    private final FetchKit kit;
    private final NamespaceBlocks home;
    private final Layout layout;
    private final OwnerRun owner;
    private final List<BlockHash> hashes;
    private End then = (blocks, cause, detail, absence) -> {};
    private boolean ended;
    private @Nullable PeerLink link;
    private @Nullable ReadOperation read;
    private @Nullable StagedBlockBuilder staged;
    private long startedNanos;
    private @Nullable StagedCheck verified;
    private @Nullable Boolean lockHeld;
    private @Nullable LockId lock;
    private @Nullable LedgerMark absence;

    /// Why the lock does not count, if it does not.
    private AttemptCause unheld = AttemptCause.UNLOCK_UNANSWERED;

    private String unheldDetail = "";

    /// Why the block behind the delivered ones did not come; COMPLETE as long as nothing went wrong.
    private AttemptCause cause = AttemptCause.COMPLETE;

    /// What the failed part said of itself; empty where the cause says it all.
    private String detail = "";

    /// When the step under way began, and how long it may take.
    private long stepNanos;

    private long stepTimeoutNanos;

    /// Hears how the attempt ended.
    interface End {
        /// Called once.
        ///
        /// @param blocks the leading blocks that came, resident and held
        /// @param detail what the failed part said of itself; empty for nothing
        /// @param absence what the owner said of the block that it did not have, if it said anything
        void ended(List<ResidentBlock> blocks, AttemptCause cause, String detail, @Nullable LedgerMark absence);
    }

    FetchAttempt(FetchKit kit, NamespaceBlocks home, Layout layout, OwnerRun owner, List<BlockHash> hashes) {
        this.kit = kit;
        this.home = home;
        this.layout = layout;
        this.owner = owner;
        this.hashes = hashes;
    }

    /// The deadline of the fetch is not the attempt's affair: at it the fetch [abandon]s the attempt, so that a peer
    /// whose time was cut is not blamed.
    void start(End to) {
        this.then = to;
        startedNanos = kit.loop().nanoTime();
        kit.standing().asked(owner);
        kit.peers().link(owner, this::linked);
    }

    private void linked(Answer<PeerLink> answer) {
        if (ended) {
            return;
        }
        if (!(answer instanceof Answer.Ok<PeerLink>(PeerLink made))) {
            detail = answer.problem();
            finish(AttemptCause.CONNECT);
            return;
        }
        link = made;
        TransferQuery query = new TransferQuery(kit.settings().node(), home.namespace, hashes, owner.tier());
        long timeout = begin(kit.settings().queryNanos(owner.tier()));
        made.control().queryBlocks(query, timeout, grant -> kit.loop().post(() -> granted(made, grant)));
    }

    private long begin(long timeoutNanos) {
        stepNanos = kit.loop().nanoTime();
        stepTimeoutNanos = timeoutNanos;
        return timeoutNanos;
    }

    private long tookNanos() {
        return kit.loop().nanoTime() - stepNanos;
    }

    private void granted(PeerLink peer, Answer<TransferGrant> answer) {
        if (!(answer instanceof Answer.Ok<TransferGrant>(TransferGrant grant))) {
            kit.peers().drop(peer);
            detail = answer.problem();
            finish(AttemptCause.ofQuery(tookNanos(), stepTimeoutNanos));
            return;
        }
        lock = grant.lock();
        absence = grant.absence();
        if (ended) {
            unlock();
            return;
        }
        int usable = usable(grant);
        if (usable < hashes.size() && cause == AttemptCause.COMPLETE) {
            cause = AttemptCause.ABSENT;
        }
        int leasable = (int) Math.min(
                usable,
                Math.max(0, kit.room().leasableBytes(kit.settings().leases().heldShare()) / layout.blockBytes()));
        if (leasable < usable) {
            cause = AttemptCause.LEASES_FULL;
        }
        if (leasable == 0) {
            unlock();
            finish(cause);
            return;
        }
        kit.staging().reserve(home, leasable, room -> roomFor(leasable, grant, room));
    }

    /// Leading blocks of the grant that have the layout's geometry.
    private int usable(TransferGrant grant) {
        int count = Math.min(grant.blocks().size(), hashes.size());
        for (int i = 0; i < count; i++) {
            try {
                grant.blocks().get(i).requireFits(layout);
            } catch (InvalidInput e) {
                cause = AttemptCause.GEOMETRY;
                detail = e.field() + " " + e.reason();
                return i;
            }
        }
        return count;
    }

    private void roomFor(int asked, TransferGrant grant, StagedRoom room) {
        if (ended) {
            room.giveBack();
            unlock();
            return;
        }
        if (room.blocks() < asked) {
            cause = AttemptCause.POOL_FULL;
        }
        PeerLink peer = link;
        if (room.blocks() == 0 || peer == null) {
            unlock();
            finish(cause);
            return;
        }
        StagedBlockBuilder blocks = room.build(source(), home, hashes);
        staged = blocks;
        long timeout = begin(Math.min(kit.settings().fetch().readNanos(blocks.bytes()), grant.lockNanos()));
        read = peer.data().read(ranges(grant, blocks), timeout, new ReadListener() {
            @Override
            public void finished(ReadResult result) {
                kit.loop().post(() -> readFinished(peer, grant, blocks, result));
            }

            @Override
            public void over() {
                kit.loop().post(blocks::over);
            }
        });
    }

    private StagedSource source() {
        return switch (owner.tier()) {
            case MEMORY -> StagedSource.PEER_MEMORY;
            case LOCAL_DISK -> StagedSource.PEER_SSD;
        };
    }

    /// What to read, slot by slot in block order.
    private static List<ReadRange> ranges(TransferGrant grant, StagedBlockBuilder blocks) {
        List<ReadRange> ranges = new ArrayList<>();
        for (int block = 0; block < blocks.size(); block++) {
            List<Slot> slots = grant.blocks().get(block).slots();
            List<MemorySegment> targets = blocks.targets(block);
            for (int slot = 0; slot < targets.size(); slot++) {
                Extent from = slots.get(slot).extent();
                ranges.add(new ReadRange(Node.POOL_REGION, from.offsetBytes(), from.generation(), targets.get(slot)));
            }
        }
        return ranges;
    }

    private void readFinished(PeerLink peer, TransferGrant grant, StagedBlockBuilder blocks, ReadResult result) {
        unlock();
        switch (result) {
            case ReadResult.Complete complete -> {}
            case ReadResult.Stale stale -> cause = AttemptCause.GENERATION;
            case ReadResult.Failed failed -> {
                cause = AttemptCause.ofRead(tookNanos(), stepTimeoutNanos);
                detail = failed.failure().message();
                if (!peer.data().isUp()) {
                    kit.peers().drop(peer);
                }
            }
        }
        if (ended) {
            return;
        }
        int filled = result.completedRanges() / layout.slotCount();
        StagedCheck check =
                blocks.check(filled, block -> StagedSlot.of(grant.blocks().get(block)));
        if (filled == 0) {
            verified = check;
            lockHeld = true; // nothing depends on it: do not wait for a peer that may be dead
            conclude();
            return;
        }
        kit.movers().execute(() -> {
            int good = check.run();
            kit.loop().post(() -> {
                if (good < filled) {
                    cause = AttemptCause.CHECKSUM;
                }
                verified = check;
                conclude();
            });
        });
    }

    private void unlock() {
        LockId held = lock;
        PeerLink peer = link;
        lock = null;
        if (held == null || peer == null) {
            return;
        }
        peer.control()
                .releaseLock(
                        held,
                        kit.settings().fetch().queryNanos(),
                        answer -> kit.loop().post(() -> {
                            if (lockHeld == null) {
                                unlocked(answer);
                            }
                        }));
    }

    private void unlocked(Answer<Boolean> answer) {
        boolean held = answer instanceof Answer.Ok<Boolean>(Boolean yes) && yes;
        lockHeld = held;
        if (!held) {
            unheld = answer instanceof Answer.Ok<Boolean> ? AttemptCause.LOCK_LOST : AttemptCause.UNLOCK_UNANSWERED;
            unheldDetail = answer.problem();
        }
        conclude();
    }

    /// Admits what is verified once the peer has said that it was locked until the read's end.
    private void conclude() {
        StagedBlockBuilder blocks = staged;
        StagedCheck good = verified;
        if (ended || blocks == null || good == null || lockHeld == null) {
            return;
        }
        if (lockHeld) {
            blocks.take(good);
        } else {
            detail = cause.end() == AttemptEnd.PEER_FAILED ? detail : unheldDetail;
            cause = cause.end() == AttemptEnd.PEER_FAILED ? cause : unheld;
        }
        ended = true;
        List<ResidentBlock> came = blocks.admit();
        giveBack(blocks);
        if (!came.isEmpty()) {
            kit.standing().came(came.size() * layout.blockBytes(), kit.loop().nanoTime() - startedNanos);
            kit.onAdmitted().run();
        }
        tell(came, cause);
    }

    private void finish(AttemptCause why) {
        if (!ended) {
            ended = true;
            tell(List.of(), why);
        }
    }

    private void tell(List<ResidentBlock> came, AttemptCause why) {
        kit.standing().ended(owner, why.end());
        kit.counters().count(why);
        then.ended(came, why, detail, absence);
    }

    /// The fetch goes on without this attempt, or not at all. What it holds is given back as soon as nobody uses it.
    void abandon() {
        if (ended) {
            return;
        }
        ended = true;
        unlock();
        if (read != null) {
            read.cancel();
        }
        if (staged != null) {
            giveBack(staged);
        }
        kit.standing().ended(owner, AttemptEnd.DEADLINE);
        kit.counters().count(AttemptCause.ABANDONED);
    }

    private void giveBack(StagedBlockBuilder blocks) {
        blocks.giveBack("fetch from " + owner.node());
    }
}
