package io.forebay.core.fetch;

import io.forebay.core.answer.Invariant;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.LedgerMark;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which peer has shown that it does not have which block, whatever the catalogue says of it: pairs that a fetch does
/// not ask for.
///
/// ```
///   free ──absent, corrupt──▶ suppressed ──▶ free: a prefix reply says that the batch named by the peer is applied,
///                                                  a newer session of the peer, 10 s, or room for a later pair
/// ```
///
/// An absent block's pair waits for the ledger batch that the peer named, since from then on the catalogue itself
/// knows better; a corrupt one's names none and waits for its time. A session's number grows, so the greater one is
/// the newer, and word of an older session changes nothing.
///
/// Bound: `maxPairs`, the oldest goes first. All pairs live equally long, so the oldest is also the next to expire.
/// Pairs of a session that is over are no longer counted and leave in their turn. Everything is O(1) for each pair,
/// amortised. Losing the table costs an attempt each. Not safe for several threads; one writer.
public final class SuppressionTable {
    /// The bound that a node uses.
    public static final int MAX_PAIRS = 262_144;

    /// The longest life of a pair.
    public static final long MAX_NANOS = 10_000_000_000L;

    /// No batch that the catalogue applies ends the pair.
    private static final long NEVER = Long.MAX_VALUE;

    private record Pair(NodeId peer, BlockKey key) {}

    private record Entry(PeerPairs home, long batch, long untilNanos) {}

    /// The pairs of one session of one peer.
    private static final class PeerPairs {
        final SessionId session;
        int count;
        boolean over;

        PeerPairs(SessionId session) {
            this.session = session;
        }

        boolean isOlderThan(SessionId other) {
            return session.number() < other.number();
        }
    }

    private final int maxPairs;
    private final LinkedHashMap<Pair, Entry> entries = new LinkedHashMap<>();
    private final Map<NodeId, PeerPairs> peers = new HashMap<>();
    private int live;

    /// @param maxPairs at least 1
    public SuppressionTable(int maxPairs) {
        Invariant.check(maxPairs >= 1, "a table holds at least 1 pair");
        this.maxPairs = maxPairs;
    }

    /// The owner answered and did not have the block.
    ///
    /// @param told the batch that carries or will carry the retirement; null when the peer could not say
    public void absent(OwnerRun owner, BlockKey key, @Nullable LedgerMark told, long nowNanos) {
        SessionId session = owner.session();
        long batch = NEVER;
        if (told != null && told.session().number() >= session.number()) {
            session = told.session();
            batch = told.batch();
        }
        put(owner.node(), key, session, new Deadline(batch, nowNanos));
    }

    /// What the owner gave for the block was not what had been sealed.
    public void corrupt(OwnerRun owner, BlockKey key, long nowNanos) {
        put(owner.node(), key, owner.session(), new Deadline(NEVER, nowNanos));
    }

    private record Deadline(long batch, long nowNanos) {}

    private void put(NodeId peer, BlockKey key, SessionId session, Deadline until) {
        expire(until.nowNanos);
        PeerPairs home = peers.get(peer);
        if (home != null && session.number() < home.session.number()) {
            return;
        }
        if (home == null || home.isOlderThan(session)) {
            home = renew(peer, session);
        }
        Pair pair = new Pair(peer, key);
        remove(pair);
        while (entries.size() >= maxPairs) {
            remove(entries.firstEntry().getKey());
        }
        peers.put(peer, home); // the removals may have taken the peer's last pair, and the peer with it
        home.count++;
        live++;
        entries.put(pair, new Entry(home, until.batch, until.nowNanos + MAX_NANOS));
    }

    /// The peer's pairs are those of this session from now on, of which there are none.
    private PeerPairs renew(NodeId peer, SessionId session) {
        PeerPairs old = peers.remove(peer);
        if (old != null) {
            old.over = true;
            live -= old.count;
        }
        return new PeerPairs(session);
    }

    private void remove(Pair pair) {
        Entry entry = entries.remove(pair);
        if (entry != null) {
            forgotten(pair, entry);
        }
    }

    /// Which of the wanted hashes a fetch must not ask of this owner: indices within the owner's run.
    ///
    /// @param run as the catalogue just named it, with what it has applied; indices count from `wanted`'s first
    ///     hash
    public BitSet among(OwnerRun run, Namespace namespace, List<BlockHash> wanted, long nowNanos) {
        BitSet suppressed = new BitSet();
        PeerPairs home = peers.get(run.node());
        if (home != null && home.isOlderThan(run.session())) {
            renew(run.node(), run.session());
        } else if (home != null) {
            for (int index = run.from(); index < Math.min(run.end(), wanted.size()); index++) {
                if (isSuppressed(run, new BlockKey(namespace, wanted.get(index)), nowNanos)) {
                    suppressed.set(index);
                }
            }
        }
        return suppressed;
    }

    private boolean isSuppressed(OwnerRun run, BlockKey key, long nowNanos) {
        Pair pair = new Pair(run.node(), key);
        Entry entry = entries.get(pair);
        if (entry == null || entry.home.over) {
            return false;
        }
        boolean applied = entry.home.session.equals(run.session()) && run.lastBatch() >= entry.batch;
        if (applied || nowNanos - entry.untilNanos >= 0) {
            remove(pair);
            return false;
        }
        return true;
    }

    private void expire(long nowNanos) {
        Iterator<Map.Entry<Pair, Entry>> oldest = entries.entrySet().iterator();
        while (oldest.hasNext()) {
            Map.Entry<Pair, Entry> next = oldest.next();
            Entry entry = next.getValue();
            if (!entry.home.over && nowNanos - entry.untilNanos < 0) {
                return;
            }
            oldest.remove();
            forgotten(next.getKey(), entry);
        }
    }

    private void forgotten(Pair pair, Entry entry) {
        if (!entry.home.over) {
            live--;
            if (--entry.home.count == 0) {
                peers.remove(pair.peer, entry.home);
            }
        }
    }

    /// Pairs that are suppressed now.
    public int count(long nowNanos) {
        expire(nowNanos);
        return live;
    }
}
