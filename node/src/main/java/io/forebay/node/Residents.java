package io.forebay.node;

import io.forebay.core.answer.Invariant;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.eviction.EvictionPolicy;
import io.forebay.core.eviction.RequestPaths;
import io.forebay.core.eviction.SpareFirst;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.layout.Layout;
import io.forebay.core.lease.HandoffLeases;
import io.forebay.core.ledger.KeyState;
import io.forebay.core.ledger.RegistrationLedger;
import io.forebay.core.recorder.BlockChange;
import io.forebay.node.ResidentBlock.State;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Which blocks are resident, in which state, and how many hold them: the one writer of [ResidentBlock]'s state, of
/// the eviction policy, and of what the ledger wants. Loop thread only. It frees nothing: [Room] does, told by the
/// results here.
final class Residents {
    private final Map<Namespace, NamespaceBlocks> namespaces = new HashMap<>();
    private final SpareFirst<ResidentBlock> policy;
    private final RequestPaths requests;
    private final RegistrationLedger ledger;
    private final HandoffLeases leases;
    private final Diary diary;
    private final BufferOrder buffer = new BufferOrder();
    private Consumer<ResidentBlock> onFirstUse = block -> {};
    private Consumer<ResidentBlock> onUse = block -> {};
    private Consumer<ResidentBlock> onRetiring = block -> {};
    private int blocks;
    private final Retiring retiring = new Retiring();
    private long heldBytes;
    private long passingBytes;

    Residents(SpareFirst<ResidentBlock> policy, RegistrationLedger ledger, HandoffLeases leases, Diary diary) {
        this.policy = policy;
        this.requests = new RequestPaths(policy);
        this.ledger = ledger;
        this.leases = leases;
        this.diary = diary;
    }

    /// Called with each block that an engine asks for.
    void onUse(Consumer<ResidentBlock> action) {
        this.onUse = action;
    }

    /// Called with each promoted block that is used for the first time.
    void onFirstUse(Consumer<ResidentBlock> action) {
        this.onFirstUse = action;
    }

    /// Called with each block that the master is asked to forget.
    void onRetiring(Consumer<ResidentBlock> action) {
        this.onRetiring = action;
    }

    /// @param layout the one that the namespace's fingerprint stands for
    NamespaceBlocks namespace(Namespace namespace, Layout layout) {
        return namespaces.computeIfAbsent(namespace, absent -> new NamespaceBlocks(absent, layout));
    }

    @Nullable
    NamespaceBlocks known(Namespace namespace) {
        return namespaces.get(namespace);
    }

    @Nullable
    ResidentBlock find(BlockKey key) {
        NamespaceBlocks home = namespaces.get(key.namespace());
        return home == null ? null : home.find(key.hash());
    }

    /// An engine's request asks for a chain, before anything else is done for it.
    void asked(NamespaceBlocks home, String request, List<BlockHash> chain) {
        requests.asks(home.namespace, request, home.path(chain));
    }

    /// An engine's request wants to save blocks, before anything else is done for it.
    void saving(NamespaceBlocks home, String request, List<BlockHash> blocks) {
        requests.saves(home.namespace, request, home.path(blocks));
    }

    /// A block is complete: it is visible from now on, and the ledger wants it registered.
    ResidentBlock admit(NamespaceBlocks home, BlockHash hash, StoredBlock stored) {
        return enter(new ResidentBlock(home, new BlockKey(home.namespace, hash), stored));
    }

    /// A promoted block is complete in the prefetch buffer: visible from now on, and wanted on the ledger, but nothing
    /// that the main pool's eviction sees.
    ResidentBlock admitBuffered(NamespaceBlocks home, BlockHash hash, StoredBlock stored) {
        ResidentBlock block = new ResidentBlock(home, new BlockKey(home.namespace, hash), stored);
        block.buffered = true;
        block.unused = true;
        return enter(block);
    }

    private ResidentBlock enter(ResidentBlock block) {
        Invariant.check(block.home.byHash.put(block.key.hash(), block) == null, "a block becomes resident once");
        blocks++;
        enterOrder(block);
        ledger.want(block.key);
        return block;
    }

    /// The block in the prefetch buffer that is to go first, of those that nothing holds and that the master has not
    /// just refused to let go; null when there is none.
    @Nullable
    ResidentBlock bufferVictim(long nowNanos) {
        return buffer.victim(block -> block.holds == 0 && ledger.stayNanos(block.key, nowNanos) == 0);
    }

    BufferOrder buffer() {
        return buffer;
    }

    /// So many bytes are being read from SSD; fewer than none when they have come, or not.
    void stage(long bytes) {
        passingBytes += bytes;
    }

    /// A block was read from SSD for somebody: it is in memory until nobody holds it, and the master hears nothing of
    /// it. Held once for the caller.
    ResidentBlock pass(NamespaceBlocks home, BlockHash hash, StoredBlock stored) {
        ResidentBlock block = new ResidentBlock(home, new BlockKey(home.namespace, hash), stored);
        block.state = State.LEFT;
        block.passing = true;
        passingBytes += block.bytes;
        hold(block);
        Invariant.check(home.passing.put(hash, block) == null, "a block passes once at a time");
        return block;
    }

    /// A block that passes stays instead: resident from now on, as if it had been brought for that.
    void settle(ResidentBlock block) {
        Invariant.check(block.passing && block.holds > 0, "what passes is held");
        block.home.passing.remove(block.key.hash());
        passingBytes -= block.bytes;
        block.passing = false;
        block.state = State.RESIDENT;
        enter(block);
    }

    /// Nobody finds any more what passes; who holds it keeps it.
    void hide(NamespaceBlocks home, BlockHash hash) {
        home.passing.remove(hash);
    }

    /// An engine asked for the block, or saves it again: it is the most recent one, and a retirement is called off.
    void use(ResidentBlock block) {
        if (block.passing) {
            return;
        }
        onUse.accept(block);
        if (block.state == State.RETIRING) {
            diary.block(BlockChange.KEPT, block.key);
        }
        keep(block);
        served(block);
    }

    /// Somebody, an engine or a peer, is given the block: the first one ends what it was promoted for.
    void served(ResidentBlock block) {
        boolean first = block.unused;
        if (block.buffered) {
            buffer.used(block);
        }
        block.unused = false;
        if (first) {
            onFirstUse.accept(block);
        }
    }

    private void keep(ResidentBlock block) {
        if (block.state == State.RETIRING) {
            block.state = State.RESIDENT;
            retiring.remove(block);
            enterOrder(block);
            ledger.want(block.key);
        } else if (!block.buffered) {
            policy.used(block);
        }
    }

    private void enterOrder(ResidentBlock block) {
        if (block.buffered) {
            buffer.admitted(block);
        } else {
            policy.admitted(block);
        }
    }

    private void leaveOrder(ResidentBlock block) {
        if (block.buffered) {
            buffer.gone(block);
        } else {
            policy.gone(block);
        }
    }

    /// Enough other nodes have the block that it goes before others.
    void spare(BlockKey key) {
        ResidentBlock block = find(key);
        if (block != null && !block.buffered) {
            policy.spare(block);
        }
    }

    void hold(ResidentBlock block) {
        if (block.holds++ == 0) {
            heldBytes += buffer.held(block, block.bytes);
        }
    }

    /// Gives one hold back.
    ///
    /// @return true when that was the last hold of a block that has left the index: the caller frees it
    boolean unhold(ResidentBlock block) {
        Invariant.check(block.holds > 0, "a hold is given back once");
        if (--block.holds > 0) {
            return false;
        }
        heldBytes += buffer.held(block, -block.bytes);
        if (block.state != State.LEFT) {
            return false;
        }
        block.state = State.FREED;
        if (block.passing) {
            passingBytes -= block.bytes;
            block.home.passing.remove(block.key.hash(), block);
        }
        return true;
    }

    /// A barrier covers the block: the master is asked to let it stay for a while, within the bound of all leases.
    ///
    /// @return false when that would be beyond the bound
    boolean lease(ResidentBlock block, long nowNanos) {
        if (!leases.take(block.key, block.bytes, nowNanos)) {
            return false;
        }
        use(block);
        ledger.lease(block.key, nowNanos + leases.durationNanos());
        return true;
    }

    /// Bytes of blocks that barriers have covered.
    long leasedBytes() {
        return leases.bytes();
    }

    /// The least valuable block that nothing holds and that the master has not just refused to let go; null when there
    /// is none.
    @Nullable
    ResidentBlock victim(long nowNanos) {
        return policy.victim(
                block -> block.holds > 0 ? EvictionPolicy.UNTIL_LET_GO : ledger.stayNanos(block.key, nowNanos),
                nowNanos);
    }

    /// Asks the master to forget a block that nothing holds.
    ///
    /// @return true when the master never heard of it: it is out of the index, and the caller frees it
    boolean retire(ResidentBlock block) {
        Invariant.check(block.holds == 0 && block.state == State.RESIDENT, "only unheld resident blocks retire");
        leaveOrder(block);
        if (ledger.retire(block.key)) {
            leaveIndex(block);
            block.state = State.FREED;
            return true;
        }
        block.state = State.RETIRING;
        retiring.add(block);
        onRetiring.accept(block);
        return false;
    }

    /// Blocks of the prefetch buffer that the master has been asked about.
    int bufferRetiring() {
        return retiring.buffered();
    }

    /// The block whose retirement was asked for first among those that nothing holds; null when there is none.
    @Nullable
    ResidentBlock unheldRetiring() {
        return retiring.unheld();
    }

    /// The least valuable block that nothing holds, also if the master wants it to stay; null when there is none.
    @Nullable
    ResidentBlock unheld(long nowNanos) {
        return policy.victim(block -> block.holds > 0 ? EvictionPolicy.UNTIL_LET_GO : 0, nowNanos);
    }

    /// The block leaves without the master's grant, which is told.
    ///
    /// @return true when nothing holds it: the caller frees it
    boolean lose(ResidentBlock block) {
        leave(block);
        block.state = block.holds == 0 ? State.FREED : State.LEFT;
        return block.holds == 0;
    }

    /// The bytes of a block that the caller holds are not those that were sealed: it is served no more, the master is
    /// told and not asked, and its memory is free once nothing holds it.
    ///
    /// @return false when it had left the index before
    boolean condemn(ResidentBlock block) {
        Invariant.check(block.holds > 0, "who condemns a block holds it");
        if (block.state != State.RESIDENT && block.state != State.RETIRING) {
            return false;
        }
        lose(block);
        block.damaged = true;
        diary.block(BlockChange.DAMAGED, block.key);
        return true;
    }

    private void leave(ResidentBlock block) {
        if (block.state == State.RETIRING) {
            retiring.remove(block);
        } else {
            Invariant.check(block.state == State.RESIDENT, "only blocks in the index are lost");
            leaveOrder(block);
        }
        ledger.lose(block.key);
        leaveIndex(block);
    }

    /// The master has forgotten the replica.
    ///
    /// @return the block if its memory is to be freed now; null when a peer still reads it, or when it is
    ///     not retiring
    @Nullable
    ResidentBlock granted(BlockKey key) {
        ResidentBlock block = find(key);
        if (block == null || block.state != State.RETIRING) {
            return null;
        }
        retiring.remove(block);
        leaveIndex(block);
        block.state = block.holds == 0 ? State.FREED : State.LEFT;
        return block.state == State.FREED ? block : null;
    }

    /// The master has not granted the block's retirement: it stays, unless it has been proposed again since.
    void refused(BlockKey key) {
        ResidentBlock block = find(key);
        if (block != null && block.state == State.RETIRING && ledger.state(key) == KeyState.REGISTERED) {
            keep(block);
        }
    }

    /// A new session has been opened: nothing is asked to be forgotten any more.
    void unretireAll() {
        retiring.all().forEach(this::keep);
    }

    private void leaveIndex(ResidentBlock block) {
        block.home.byHash.remove(block.key.hash());
        leases.drop(block.key);
        blocks--;
    }

    void forEach(Consumer<ResidentBlock> action) {
        namespaces.values().forEach(home -> home.byHash.values().forEach(action));
    }

    /// Every namespace that blocks were ever looked for in.
    Collection<NamespaceBlocks> homes() {
        return namespaces.values();
    }

    int blocks() {
        return blocks;
    }

    /// Bytes of blocks that something holds.
    long heldBytes() {
        return heldBytes;
    }

    /// Bytes that will be free once the master has answered.
    long retiringBytes() {
        return retiring.bytes();
    }

    /// Bytes that are being read from SSD, or were and will be free once nobody holds them.
    long passingBytes() {
        return passingBytes;
    }
}
