package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.RouterLease;
import io.forebay.core.ledger.KeyState;
import io.forebay.core.ledger.RegistrationLedger;
import io.forebay.memory.ssd.terms.Retirement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// What the master is told of this node's SSD: all that was there at the start and all that is written, until the
/// master has granted that it goes. The SSD asks from its own threads; everything else is on the loop thread only.
final class DiskReplicas implements Retirement {
    private final Loop loop;
    private final LocalDisk disk;
    private final RegistrationLedger ledger;
    private final Map<BlockKey, Proposal> proposed = new HashMap<>();
    private Runnable ledgerChanged = () -> {};

    /// Blocks that the SSD would like to give up.
    private static final class Proposal {
        final Map<BlockKey, Verdict> verdicts = new HashMap<>();
        final Consumer<Map<BlockKey, Verdict>> answer;
        int open;
        Loop.Timer timer = () -> {};

        Proposal(Consumer<Map<BlockKey, Verdict>> answer) {
            this.answer = answer;
        }
    }

    DiskReplicas(Loop loop, LocalDisk disk, RegistrationLedger ledger) {
        this.loop = loop;
        this.disk = disk;
        this.ledger = ledger;
    }

    /// Called when the ledger has something to say.
    void onLedgerChanged(Runnable action) {
        this.ledgerChanged = action;
    }

    /// Takes in what is there.
    void start() {
        disk.ask(this);
        disk.found().stream().filter(disk::has).forEach(ledger::want);
    }

    /// A block has been written.
    void stored(BlockKey key) {
        if (disk.has(key)) {
            ledger.want(key);
            ledgerChanged.run();
        }
    }

    @Override
    public void propose(List<BlockKey> keys, long timeNanos, Consumer<Map<BlockKey, Verdict>> answer) {
        loop.post(() -> ask(keys, timeNanos, answer));
    }

    private void ask(List<BlockKey> keys, long timeNanos, Consumer<Map<BlockKey, Verdict>> answer) {
        Proposal proposal = new Proposal(answer);
        for (BlockKey key : keys) {
            boolean unheard = ledger.state(key) == KeyState.ABSENT; // its write's end is still on its way here
            if (unheard || ledger.mustStay(key, loop.nanoTime()) || proposed.containsKey(key)) {
                proposal.verdicts.put(key, Verdict.REFUSED);
            } else if (ledger.retire(key)) {
                proposal.verdicts.put(key, Verdict.GRANTED);
            } else {
                proposed.put(key, proposal);
                proposal.open++;
            }
        }
        if (proposal.open == 0) {
            answer.accept(proposal.verdicts);
            return;
        }
        proposal.timer = loop.after(timeNanos, () -> giveUp(proposal));
        ledgerChanged.run();
    }

    /// What the master has not answered stays; what it still grants is registered again.
    private void giveUp(Proposal proposal) {
        List<BlockKey> open = new ArrayList<>();
        proposed.forEach((key, of) -> {
            if (of == proposal) {
                open.add(key);
            }
        });
        open.forEach(key -> {
            proposed.remove(key);
            ledger.want(key);
        });
        proposal.answer.accept(proposal.verdicts);
        ledgerChanged.run();
    }

    /// The master has forgotten some replicas, and wants others to stay for now.
    void verdicts(Collection<BlockKey> granted, Collection<RouterLease> refused) {
        granted.forEach(key -> decided(key, Verdict.GRANTED));
        refused.forEach(refusal -> decided(refusal.key(), Verdict.REFUSED));
    }

    private void decided(BlockKey key, Verdict verdict) {
        Proposal proposal = proposed.remove(key);
        if (proposal == null) {
            return;
        }
        proposal.verdicts.put(key, verdict);
        if (--proposal.open == 0) {
            proposal.timer.cancel();
            proposal.answer.accept(proposal.verdicts);
        }
    }

    /// The ledger wants everything again: nothing is asked to be forgotten any more.
    void newSession() {
        List.copyOf(proposed.keySet()).forEach(key -> decided(key, Verdict.REFUSED));
    }

    /// Somebody wants the block gone: the master is told so and not asked.
    ///
    /// @return false if it was not there
    boolean drop(BlockKey key) {
        boolean was = disk.drop(key);
        if (was) {
            ledger.lose(key);
            decided(key, Verdict.GRANTED);
            ledgerChanged.run();
        }
        return was;
    }

    @Override
    public void stay(List<BlockKey> keys) {
        loop.post(() -> {
            keys.forEach(ledger::want);
            ledgerChanged.run();
        });
    }

    @Override
    public void gone(List<BlockKey> keys, Departure departure) {
        loop.post(() -> {
            keys.forEach(key -> {
                ledger.lose(key);
                decided(key, Verdict.GRANTED);
            });
            ledgerChanged.run();
        });
    }
}
