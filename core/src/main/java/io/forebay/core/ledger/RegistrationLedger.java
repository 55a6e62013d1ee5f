package io.forebay.core.ledger;

import io.forebay.core.answer.Invariant;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.catalogue.RouterLease;
import io.forebay.core.prefetch.TaskAttempt;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A node's side of the ordered stream that keeps the catalogue true about one tier: which blocks the master shall
/// have, which it has, and the one batch in flight between the two.
///
/// It is state, not a queue of events. For each key it keeps what is *wanted* and what the master was *told* last; a
/// key is dirty while they differ, however often the wish changed meanwhile. So nothing overflows, a late
/// registration never undoes a retirement, and a new session is: nothing was told.
///
/// ```
///   ABSENT      want ▶ DIRTY              disown ▶ GONE
///   DIRTY       next ▶ IN_FLIGHT
///               retire, lose ▶ ABSENT at once; RETIRING or GONE when its own retirement is in flight
///   IN_FLIGHT   applied ▶ REGISTERED      retire ▶ RETIRING      lose ▶ GONE
///   REGISTERED  retire ▶ RETIRING         lose ▶ GONE
///   RETIRING    applied, its retirement was in the batch and granted ▶ ABSENT (free it)
///               applied, and refused ▶ REGISTERED, to stay until the time that the refusal says
///               want ▶ IN_FLIGHT or REGISTERED; DIRTY when its retirement is in flight      lose ▶ GONE
///   GONE        applied, and its retirement was in the batch and not refused ▶ ABSENT
///               want ▶ IN_FLIGHT or REGISTERED; DIRTY when its retirement is in flight
///   any of them sessionOpened ▶ DIRTY, in the inventory if the master had heard of it; ABSENT stays, GONE ▶ ABSENT
/// ```
///
/// A retirement is granted only in the reply to the batch that carried it, and only if the key was not wanted again.
/// Until then the block stays in memory and may be served.
///
/// A batch has first what is gone, then fresh blocks, proposed retirements, and the inventory in small parts, so that a
/// master that starts again hears of what is new without delay. Replies to a batch other than the one in flight are
/// late and mean nothing, whatever they say. Every method is O(1), or O(keys of the batch); [#sessionOpened] is O(keys
/// known). Not safe for several threads; one writer.
public final class RegistrationLedger {
    /// Keys of the inventory in one batch: about 5 ms of the master's time.
    static final int INVENTORY_KEYS = 4_096;

    private final int maxBatchKeys;
    private final Tier tier;
    private final LinkedHashMap<BlockKey, LedgerEntry> entries = new LinkedHashMap<>();
    private final DirtyKeys dirty = new DirtyKeys();
    private final UntoldLeases toLease = new UntoldLeases();
    private final PromotionWords promotions = new PromotionWords();
    private @Nullable LedgerBatch inFlight;
    private long lastNumber;
    private int registered;
    private boolean inventoryOpen;
    private long hiddenBy;
    private long caughtUp;
    private boolean asked;
    private long backfilled;

    /// Of what is in memory.
    ///
    /// @param maxBatchKeys keys in one batch, 1 to [Limits#MAX_LEDGER_KEYS]
    public RegistrationLedger(int maxBatchKeys) {
        this(maxBatchKeys, Tier.MEMORY);
    }

    /// @param maxBatchKeys keys in one batch, 1 to [Limits#MAX_LEDGER_KEYS]
    /// @param tier that its blocks are in
    public RegistrationLedger(int maxBatchKeys, Tier tier) {
        Invariant.check(
                maxBatchKeys >= 1 && maxBatchKeys <= Limits.MAX_LEDGER_KEYS,
                "a batch has 1 to " + Limits.MAX_LEDGER_KEYS + " keys, not " + maxBatchKeys);
        this.maxBatchKeys = maxBatchKeys;
        this.tier = tier;
    }

    /// The block is sealed and resident: the master shall have it. On a retiring key it cancels the retirement; if
    /// that was sent already, its grant frees nothing and the key is registered again.
    public void want(BlockKey key) {
        change(entries.computeIfAbsent(key, LedgerEntry::new), true, false);
    }

    /// The node would like to free the block. True when the catalogue cannot know it in this session: the key is
    /// ABSENT and may be freed now. False: wait until [#applied] returns the key.
    public boolean retire(BlockKey key) {
        return leave(key, false);
    }

    /// The block is gone, or is not to be served any more: the master is told so and not asked. It stays GONE until
    /// the master has applied that.
    public void lose(BlockKey key) {
        leave(key, true);
    }

    /// The master, having applied every batch so far, names a key for this node that the ledger does not know: it is
    /// told that the key is gone. To be called before another batch is made: that may change what the master has.
    ///
    /// @return false when the ledger knows the key: then the master is right, or about to hear
    public boolean disown(BlockKey key) {
        if (entries.containsKey(key)) {
            return false;
        }
        LedgerEntry entry = new LedgerEntry(key);
        entry.gone = true;
        entry.told = true;
        entries.put(key, entry);
        dirty.add(entry);
        return true;
    }

    private boolean leave(BlockKey key, boolean gone) {
        LedgerEntry entry = entries.get(key);
        if (entry == null) {
            return true;
        }
        if (entry.told || entry.inFlight) {
            change(entry, false, gone || entry.gone);
            return false;
        }
        dirty.remove(entry);
        toLease.remove(entry);
        promotions.forget(key);
        entries.remove(key);
        return true;
    }

    private void change(LedgerEntry entry, boolean wanted, boolean gone) {
        if (entry.wanted == wanted && entry.gone == gone) {
            return;
        }
        registered -= count(entry);
        dirty.remove(entry);
        if (!wanted) {
            toLease.remove(entry);
            entry.leased = false;
        }
        entry.wanted = wanted;
        entry.gone = gone;
        if (entry.isDirty()) {
            dirty.add(entry);
        }
        registered += count(entry);
    }

    private static int count(LedgerEntry entry) {
        return entry.state() == KeyState.REGISTERED ? 1 : 0;
    }

    /// The next batch, which is in flight from then on; null while one is, or when there is nothing to say.
    public @Nullable LedgerBatch next(NodeId node, SessionId session, long nowNanos) {
        if (inFlight != null || isSaid()) {
            return null;
        }
        List<BlockKey> gone = dirty.takeGone(maxBatchKeys);
        int room = maxBatchKeys - gone.size();
        List<BlockKey> register = dirty.takeFresh(room);
        room -= register.size();
        List<BlockKey> retire = dirty.takeProposed(room);
        room -= retire.size();
        register.addAll(dirty.takeInventory(Math.min(room, INVENTORY_KEYS)));
        List<RouterLease> leases = toLease.take(nowNanos, maxBatchKeys);
        boolean ends = inventoryOpen && !dirty.hasInventory() && !dirty.hasFresh() && toLease.isEmpty();
        inventoryOpen &= !ends;
        boolean catchesUp = hiddenBy != caughtUp && !dirty.hasGone();
        caughtUp = catchesUp ? hiddenBy : caughtUp;
        asked = false;
        inFlight = new LedgerBatch(
                node,
                session,
                tier,
                ++lastNumber,
                catchesUp ? hiddenBy : 0,
                ends,
                gone,
                retire,
                register,
                leases,
                promotions.takePromoted(this::isTold, maxBatchKeys),
                promotions.takeConsumed(maxBatchKeys));
        return inFlight;
    }

    private boolean isSaid() {
        return !asked
                && !promotions.hasWord(this::isTold)
                && dirty.count() == 0
                && toLease.isEmpty()
                && !inventoryOpen
                && hiddenBy == caughtUp;
    }

    /// A promotion task has brought the wanted key: its end goes with the key's registration, or with the next batch if
    /// the master has the key already.
    public void promoted(BlockKey key, TaskAttempt attempt) {
        promotions.promoted(key, attempt);
    }

    /// A promoted block has been used for the first time: its lease is over.
    public void consumed(BlockKey key) {
        promotions.consumed(key);
        LedgerEntry entry = entries.get(key);
        if (entry != null && !entry.leased && !toLease.contains(entry)) {
            entry.stays = false; // the master refused for the promotion's lease; if for another, it will again
        }
    }

    private boolean isTold(BlockKey key) {
        LedgerEntry entry = entries.get(key);
        return entry != null && entry.wanted && entry.told;
    }

    /// A barrier covers the wanted key: it stays until then, and the master is asked to see to it.
    public void lease(BlockKey key, long untilNanos) {
        LedgerEntry entry = entries.get(key);
        if (entry != null && entry.wanted) {
            entry.stayUntil(untilNanos);
            entry.leased = false;
            toLease.add(entry);
        }
    }

    /// Whether the key stays for now, and the master has applied that in this session.
    public boolean isLeased(BlockKey key, long nowNanos) {
        LedgerEntry entry = entries.get(key);
        return entry != null && entry.leased && entry.mustStay(nowNanos);
    }

    /// The batch in flight, to be sent again while no reply comes.
    public @Nullable LedgerBatch inFlight() {
        return inFlight;
    }

    /// The master does not name this node since its silence of this number: the next batch that leaves nothing out
    /// that is gone says that the node has caught up. Told of it again, the ledger does nothing more.
    public void hidden(long silence) {
        hiddenBy = Math.max(hiddenBy, silence);
    }

    /// The master has something to say that comes with a reply: the next batch is made even if it is empty.
    public void asked() {
        asked = true;
    }

    /// The master has replied to this batch. The keys whose retirement is granted: ABSENT now, to be freed. Empty for
    /// any batch but the one in flight, be it of this session or of an earlier one.
    public List<BlockKey> applied(LedgerBatch batch, LedgerReply.Applied reply, long nowNanos) {
        boolean current = inFlight != null && inFlight.session().equals(batch.session());
        return current ? applied(reply, nowNanos) : List.of();
    }

    /// Like [#applied(LedgerBatch, LedgerReply.Applied, long)], for a caller that has dropped the replies of earlier
    /// sessions already.
    public List<BlockKey> applied(LedgerReply.Applied reply, long nowNanos) {
        LedgerBatch batch = inFlight;
        if (batch == null || batch.number() != reply.number()) {
            return List.of();
        }
        inFlight = null;
        reply.refused().forEach(refusal -> refused(refusal, nowNanos));
        batch.register().forEach(this::registeredNow);
        batch.leases().forEach(lease -> leasedNow(lease.key()));
        // A key may have been saved and proposed anew since it was told as gone.
        return Stream.concat(batch.gone().stream(), batch.retire().stream())
                .filter(this::forgottenNow)
                .toList();
    }

    /// The master still has it, as before the retirement was sent.
    private void refused(RouterLease refusal, long nowNanos) {
        LedgerEntry entry = entries.get(refusal.key());
        if (entry == null || !entry.inFlight || entry.told) {
            return; // not one that this batch proposed
        }
        dirty.remove(entry);
        entry.told = true;
        entry.inFlight = false;
        entry.stayUntil(nowNanos + refusal.leftNanos());
        if (entry.gone) {
            dirty.add(entry);
        } else {
            entry.wanted = true;
            registered++;
        }
    }

    private void leasedNow(BlockKey key) {
        LedgerEntry entry = entries.get(key);
        if (entry != null && entry.wanted) {
            entry.leased = true;
        }
    }

    private void registeredNow(BlockKey key) {
        LedgerEntry entry = landed(key);
        backfilled += entry.backfill ? 1 : 0;
        entry.backfill = false;
        registered += count(entry);
    }

    /// True when it is ABSENT from now on and waits to be freed.
    private boolean forgottenNow(BlockKey key) {
        LedgerEntry entry = landed(key);
        boolean dissolved = !entry.wanted && !entry.told;
        if (dissolved) {
            entries.remove(key);
        }
        return dissolved && !entry.gone;
    }

    private LedgerEntry landed(BlockKey key) {
        LedgerEntry entry = entries.get(key);
        if (entry == null) {
            throw new IllegalStateException("a key in flight is known");
        }
        entry.inFlight = false;
        return entry;
    }

    /// The master gave a new session: it knows nothing of this node. The batch in flight dissolves, numbers start at
    /// 1 again, and every key is wanted: a retirement has to be asked for anew. Keys that were waiting to be
    /// registered go before those that had been, since others look for fresh blocks first; the last of all
    /// ends the inventory. What has to stay is leased with its registration.
    public void sessionOpened() {
        inFlight = null;
        lastNumber = 0;
        registered = 0;
        inventoryOpen = true;
        hiddenBy = 0;
        caughtUp = 0;
        asked = false;
        dirty.clear();
        toLease.clear();
        promotions.clear();
        entries.values().removeIf(entry -> entry.gone);
        for (LedgerEntry entry : entries.values()) {
            entry.forgotten();
            dirty.add(entry);
            if (entry.stays) {
                toLease.add(entry);
            }
        }
    }

    /// Number of the batch with which the master learns what the node wants of the key now, at the latest; for a key
    /// that is absent, that of the batch that retired it at the latest, 0 when no batch was applied yet.
    public long batchOf(BlockKey key) {
        LedgerEntry entry = entries.get(key);
        long applied = inFlight == null ? lastNumber : lastNumber - 1;
        if (entry == null) {
            return applied;
        }
        long waiting = entry.isDirty() ? 1 + dirtyCount() / maxBatchKeys : 0;
        return lastNumber + waiting;
    }

    public KeyState state(BlockKey key) {
        LedgerEntry entry = entries.get(key);
        return entry == null ? KeyState.ABSENT : entry.state();
    }

    /// Whether the key has to stay until a time that is still to come, since it is leased or the master refused to let
    /// it go: then its retirement is not to be proposed.
    public boolean mustStay(BlockKey key, long nowNanos) {
        LedgerEntry entry = entries.get(key);
        return entry != null && entry.mustStay(nowNanos);
    }

    /// For how long the key has to stay from now on; 0 if it may go. See [#mustStay]. A promotion's end is said first.
    public long stayNanos(BlockKey key, long nowNanos) {
        LedgerEntry entry = entries.get(key);
        long word = promotions.isUnsaid(key) ? PromotionWords.SOON_NANOS : 0;
        return entry == null ? 0 : Math.max(word, entry.stayNanos(nowNanos));
    }

    /// Keys of which the master is yet to be told, to register or to retire; 0 with no batch in flight is a quiet
    /// point.
    public int dirtyCount() {
        return dirty.count();
    }

    /// Keys in state REGISTERED.
    public int registeredCount() {
        return registered;
    }

    /// Registrations that repeated those of an earlier session and that the master has applied, since the start.
    public long backfilledCount() {
        return backfilled;
    }
}
