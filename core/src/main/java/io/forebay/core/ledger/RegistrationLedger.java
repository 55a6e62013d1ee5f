package io.forebay.core.ledger;

import io.forebay.core.answer.Invariant;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.NodeId;
import io.forebay.core.catalogue.SessionId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A node's side of the ordered stream that keeps the catalogue true: which blocks the master shall have, which it
/// has, and the one batch in flight between the two.
///
/// It is state, not a queue of events. For each key it keeps what is *wanted* and what the master was *told* last; a
/// key is dirty while they differ, however often the wish changed meanwhile. So nothing overflows, a late
/// registration never undoes a retirement, and a new session is: nothing was told.
///
/// ```
///   ABSENT      want ▶ DIRTY
///   DIRTY       next ▶ IN_FLIGHT
///               retire ▶ ABSENT at once; RETIRING when its own retirement is in flight
///   IN_FLIGHT   applied ▶ REGISTERED      retire ▶ RETIRING
///   REGISTERED  retire ▶ RETIRING
///   RETIRING    applied, and its retirement was in the batch ▶ ABSENT (granted: free it)
///               want ▶ IN_FLIGHT or REGISTERED; DIRTY when its retirement is in flight
///   any of them sessionOpened ▶ DIRTY; ABSENT stays
/// ```
///
/// A retirement is granted only in the reply to the batch that carried it, and only if the key was not wanted again.
/// Until then the block stays in memory and may be served.
///
/// Replies to a batch other than the one in flight are late and mean nothing, whatever they say. Every method is
/// O(1), or O(keys of the batch); [#sessionOpened] is O(keys known). Not safe for several threads; one writer.
public final class RegistrationLedger {
    private final int maxBatchKeys;
    private final LinkedHashMap<BlockKey, LedgerEntry> entries = new LinkedHashMap<>();
    private final Set<LedgerEntry> toRetire = new LinkedHashSet<>();
    private final Set<LedgerEntry> toRegister = new LinkedHashSet<>();
    private @Nullable LedgerBatch inFlight;
    private long lastNumber;
    private int registered;

    /// @param maxBatchKeys keys in one batch, 1 to [Limits#MAX_LEDGER_KEYS]
    public RegistrationLedger(int maxBatchKeys) {
        Invariant.check(
                maxBatchKeys >= 1 && maxBatchKeys <= Limits.MAX_LEDGER_KEYS,
                "a batch has 1 to " + Limits.MAX_LEDGER_KEYS + " keys, not " + maxBatchKeys);
        this.maxBatchKeys = maxBatchKeys;
    }

    /// The block is sealed and resident: the master shall have it. On a retiring key it cancels the retirement; if
    /// that was sent already, its grant frees nothing and the key is registered again.
    public void want(BlockKey key) {
        change(entries.computeIfAbsent(key, LedgerEntry::new), true);
    }

    /// The node would like to free the block. True when the catalogue cannot know it in this session: the key is
    /// ABSENT and may be freed now. False: wait until [#applied] returns the key.
    public boolean retire(BlockKey key) {
        LedgerEntry entry = entries.get(key);
        if (entry == null) {
            return true;
        }
        if (entry.told || entry.inFlight) {
            change(entry, false);
            return false;
        }
        toRegister.remove(entry);
        entries.remove(key);
        return true;
    }

    private void change(LedgerEntry entry, boolean wanted) {
        if (entry.wanted == wanted) {
            return;
        }
        registered -= count(entry);
        (entry.wanted ? toRegister : toRetire).remove(entry);
        entry.wanted = wanted;
        if (entry.isDirty()) {
            (wanted ? toRegister : toRetire).add(entry);
        }
        registered += count(entry);
    }

    private static int count(LedgerEntry entry) {
        return entry.state() == KeyState.REGISTERED ? 1 : 0;
    }

    /// The next batch, which is in flight from then on; null while one is, or when nothing is dirty. Retirements come
    /// first, both in the order in which they were asked for.
    public @Nullable LedgerBatch next(NodeId node, SessionId session) {
        if (inFlight != null || dirtyCount() == 0) {
            return null;
        }
        List<BlockKey> retire = take(toRetire, maxBatchKeys);
        List<BlockKey> register = take(toRegister, maxBatchKeys - retire.size());
        inFlight = new LedgerBatch(node, session, ++lastNumber, retire, register);
        return inFlight;
    }

    private static List<BlockKey> take(Set<LedgerEntry> dirty, int atMost) {
        List<BlockKey> taken = new ArrayList<>(Math.min(dirty.size(), atMost));
        Iterator<LedgerEntry> oldest = dirty.iterator();
        while (taken.size() < atMost && oldest.hasNext()) {
            LedgerEntry entry = oldest.next();
            oldest.remove();
            entry.told = entry.wanted;
            entry.inFlight = true;
            taken.add(entry.key);
        }
        return taken;
    }

    /// The batch in flight, to be sent again while no reply comes.
    public @Nullable LedgerBatch inFlight() {
        return inFlight;
    }

    /// The master has applied this batch. The keys whose retirement is granted: ABSENT now, to be freed. Empty for
    /// any batch but the one in flight, be it of this session or of an earlier one.
    public List<BlockKey> applied(LedgerBatch batch) {
        boolean current = inFlight != null && inFlight.session().equals(batch.session());
        return current ? applied(batch.number()) : List.of();
    }

    /// The master has applied batch `number` of this session; like [#applied(LedgerBatch)], for a caller that has
    /// dropped the replies of earlier sessions already.
    public List<BlockKey> applied(long number) {
        LedgerBatch batch = inFlight;
        if (batch == null || batch.number() != number) {
            return List.of();
        }
        inFlight = null;
        batch.register().forEach(this::landed);
        List<BlockKey> granted = new ArrayList<>();
        for (BlockKey key : batch.retire()) {
            if (!landed(key).wanted) {
                entries.remove(key);
                granted.add(key);
            }
        }
        return granted;
    }

    private LedgerEntry landed(BlockKey key) {
        LedgerEntry entry = entries.get(key);
        if (entry == null) {
            throw new IllegalStateException("a key in flight is known");
        }
        entry.inFlight = false;
        registered += count(entry);
        return entry;
    }

    /// The master gave a new session: it knows nothing of this node. The batch in flight dissolves, numbers start at
    /// 1 again, and every key is wanted: a retirement has to be asked for anew. Keys that were waiting to be
    /// registered keep their place before those that had been, since others look for fresh blocks first.
    public void sessionOpened() {
        inFlight = null;
        lastNumber = 0;
        registered = 0;
        toRetire.clear();
        for (LedgerEntry entry : entries.values()) {
            entry.wanted = true;
            entry.told = false;
            entry.inFlight = false;
            toRegister.add(entry);
        }
    }

    /// The master gave the same session back, in which it has applied batches up to `lastBatch`. The keys whose
    /// retirement that grants; a batch in flight that was not applied stays in flight and is to be sent again.
    public List<BlockKey> sessionResumed(long lastBatch) {
        return applied(lastBatch);
    }

    public KeyState state(BlockKey key) {
        LedgerEntry entry = entries.get(key);
        return entry == null ? KeyState.ABSENT : entry.state();
    }

    /// Keys of which the master is yet to be told, to register or to retire; 0 with no batch in flight is a quiet
    /// point.
    public int dirtyCount() {
        return toRetire.size() + toRegister.size();
    }

    /// Keys in state REGISTERED.
    public int registeredCount() {
        return registered;
    }
}
