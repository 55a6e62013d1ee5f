package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.catalogue.LedgerMark;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.extent.Extent;
import io.forebay.core.fetch.AttemptEnd;
import io.forebay.core.layout.Layout;
import io.forebay.core.peer.LockId;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.peer.TransferQuery;
import io.forebay.fabric.ReadListener;
import io.forebay.fabric.ReadOperation;
import io.forebay.fabric.ReadResult;
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
    private End then = (blocks, end, absence) -> {};
    private boolean ended;
    private @Nullable PeerLink link;
    private @Nullable ReadOperation read;
    private @Nullable StagedBlocks staged;
    private @Nullable Runnable afterOver;
    private boolean over;
    private int verified = -1;
    private @Nullable Boolean lockHeld;
    private @Nullable LockId lock;
    private @Nullable LedgerMark absence;

    /// Why the block behind the delivered ones did not come; COMPLETE as long as nothing went wrong.
    private AttemptEnd end = AttemptEnd.COMPLETE;

    /// Hears how the attempt ended.
    interface End {
        /// Called once.
        ///
        /// @param blocks the leading blocks that came, resident and held
        /// @param absence what the owner said of the block that it did not have, if it said anything
        void ended(List<ResidentBlock> blocks, AttemptEnd end, @Nullable LedgerMark absence);
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
        kit.standing().asked(owner);
        kit.peers().link(owner, this::linked);
    }

    private void linked(Answer<PeerLink> answer) {
        if (ended) {
            return;
        }
        if (!(answer instanceof Answer.Ok<PeerLink>(PeerLink made))) {
            finish(AttemptEnd.PEER_FAILED);
            return;
        }
        link = made;
        TransferQuery query = new TransferQuery(kit.settings().node(), home.namespace, hashes);
        long timeout = kit.settings().fetch().queryNanos();
        made.control().queryBlocks(query, timeout, grant -> kit.loop().post(() -> granted(made, grant)));
    }

    private void granted(PeerLink peer, Answer<TransferGrant> answer) {
        if (!(answer instanceof Answer.Ok<TransferGrant>(TransferGrant grant))) {
            kit.peers().drop(peer);
            finish(AttemptEnd.PEER_FAILED);
            return;
        }
        lock = grant.lock();
        absence = grant.absence();
        if (ended) {
            unlock();
            return;
        }
        int usable = usable(grant);
        if (usable < hashes.size() && end == AttemptEnd.COMPLETE) {
            end = AttemptEnd.ABSENT;
        }
        int leasable = (int) Math.min(
                usable,
                Math.max(0, kit.room().leasableBytes(kit.settings().leases().heldShare()) / layout.blockBytes()));
        if (leasable < usable) {
            end = AttemptEnd.LOCAL_PRESSURE;
        }
        if (leasable == 0) {
            unlock();
            finish(end);
            return;
        }
        kit.room()
                .allocate(new RoomRequest(
                        leasable, layout.slotCount(), layout.slotBytes(), sets -> roomFor(leasable, grant, sets)));
    }

    /// Leading blocks of the grant that have the layout's geometry.
    private int usable(TransferGrant grant) {
        int count = Math.min(grant.blocks().size(), hashes.size());
        for (int i = 0; i < count; i++) {
            try {
                grant.blocks().get(i).requireFits(layout);
            } catch (InvalidInput e) {
                end = AttemptEnd.CORRUPT;
                return i;
            }
        }
        return count;
    }

    private void roomFor(int asked, TransferGrant grant, List<List<Extent>> sets) {
        if (ended) {
            sets.forEach(kit.room()::free);
            unlock();
            return;
        }
        if (sets.size() < asked) {
            end = AttemptEnd.LOCAL_PRESSURE;
        }
        PeerLink peer = link;
        if (sets.isEmpty() || peer == null) {
            unlock();
            finish(end);
            return;
        }
        StagedBlocks blocks = new StagedBlocks(kit.pool(), kit.room(), grant.blocks(), sets);
        staged = blocks;
        long timeout = Math.min(kit.settings().fetch().readNanos(blocks.bytes()), grant.lockNanos());
        read = peer.data().read(blocks.ranges(), timeout, new ReadListener() {
            @Override
            public void finished(ReadResult result) {
                kit.loop().post(() -> readFinished(peer, blocks, result));
            }

            @Override
            public void over() {
                kit.loop().post(FetchAttempt.this::readOver);
            }
        });
    }

    private void readFinished(PeerLink peer, StagedBlocks blocks, ReadResult result) {
        unlock();
        switch (result) {
            case ReadResult.Complete complete -> {}
            case ReadResult.Stale stale -> end = AttemptEnd.CORRUPT;
            case ReadResult.Failed failed -> {
                end = AttemptEnd.PEER_FAILED;
                if (!peer.data().isUp()) {
                    kit.peers().drop(peer);
                }
            }
        }
        if (ended) {
            return;
        }
        int filled = result.completedRanges() / blocks.slotsPerBlock();
        if (filled == 0) {
            verified = 0;
            lockHeld = true; // nothing depends on it: do not wait for a peer that may be dead
            conclude();
            return;
        }
        kit.movers().execute(() -> {
            int good = blocks.verified(filled);
            kit.loop().post(() -> {
                if (good < filled) {
                    end = AttemptEnd.CORRUPT;
                }
                verified = good;
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
                                lockHeld = answer instanceof Answer.Ok<Boolean>(Boolean yes) && yes;
                                conclude();
                            }
                        }));
    }

    /// Admits what is verified once the peer has said that it was locked until the read's end.
    private void conclude() {
        StagedBlocks blocks = staged;
        if (ended || blocks == null || verified < 0 || lockHeld == null) {
            return;
        }
        if (!lockHeld) {
            verified = 0;
            end = AttemptEnd.PEER_FAILED;
        }
        ended = true;
        List<ResidentBlock> came = blocks.admit(verified, kit.residents(), home, hashes);
        settleRest(blocks);
        if (!came.isEmpty()) {
            kit.onAdmitted().run();
        }
        tell(came, end);
    }

    private void finish(AttemptEnd why) {
        if (!ended) {
            ended = true;
            tell(List.of(), why);
        }
    }

    private void tell(List<ResidentBlock> came, AttemptEnd how) {
        kit.standing().ended(owner, how);
        kit.counters().count(how);
        then.ended(came, how, absence);
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
            settleRest(staged);
        }
        kit.standing().ended(owner, AttemptEnd.DEADLINE);
        kit.counters().count(AttemptEnd.DEADLINE);
    }

    private void settleRest(StagedBlocks blocks) {
        if (over) {
            blocks.freeRest();
        } else {
            afterOver = blocks.quarantineRest("fetch from " + owner.node());
        }
    }

    private void readOver() {
        over = true;
        if (afterOver != null) {
            afterOver.run();
            afterOver = null;
        }
    }
}
