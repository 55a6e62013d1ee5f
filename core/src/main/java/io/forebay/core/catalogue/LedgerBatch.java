package io.forebay.core.catalogue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockKey;
import java.util.List;

/// What changed on a node, in the order in which it counts: retirements first, then registrations. Batches of a
/// session are numbered from 1 and one is in flight; the master applies each once and in order, and repeats its last
/// reply when a batch comes again.
///
/// @param number 1 for the first batch of a session
/// @param retire replicas that the node asks to forget before it frees their memory
/// @param register replicas that are now sealed and resident
public record LedgerBatch(NodeId node, SessionId session, long number, List<BlockKey> retire, List<BlockKey> register)
        implements Command {
    public LedgerBatch {
        retire = List.copyOf(retire);
        register = List.copyOf(register);
        InvalidInput.unless(number >= 1, "number", "is " + number + "; batches are numbered from 1");
        int keys = retire.size() + register.size();
        InvalidInput.unless(
                keys <= Limits.MAX_LEDGER_KEYS,
                "keys",
                "has " + keys + " entries; the limit is " + Limits.MAX_LEDGER_KEYS);
    }
}
