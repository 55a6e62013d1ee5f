package io.forebay.core.catalogue;

import io.forebay.core.block.BlockKey;
import java.util.List;

/// The reply to [LedgerBatch].
public sealed interface LedgerReply extends Reply {
    /// The batch is applied, now or earlier: every registration in it is visible, every retirement granted but for
    /// those refused. A batch that comes again gets the same verdicts.
    ///
    /// @param refused of the batch's proposed retirements, in their order
    /// @param spare of the batch's registrations those of which two or more other visible nodes have a replica:
    ///     copies to evict first
    /// @param suspects replicas of the session, named by the catalogue with this batch applied, that readers met
    ///     damaged or not at all: to be looked at, and told as gone if that is so
    record Applied(long number, List<RouterLease> refused, List<BlockKey> spare, List<BlockKey> suspects)
            implements LedgerReply {
        public Applied {
            refused = List.copyOf(refused);
            spare = List.copyOf(spare);
            suspects = List.copyOf(suspects);
        }

        /// Nobody suspects anything.
        public Applied(long number, List<RouterLease> refused, List<BlockKey> spare) {
            this(number, refused, spare, List.of());
        }

        /// Nobody else is known to have what was registered.
        public Applied(long number, List<RouterLease> refused) {
            this(number, refused, List.of());
        }

        /// All is granted.
        public Applied(long number) {
            this(number, List.of());
        }
    }

    /// The session is not the node's current one: open a new one; nothing was applied.
    record UnknownSession() implements LedgerReply {}

    /// The batch is neither the last one nor the next: nothing was applied.
    ///
    /// @param expected the number that the master would apply
    record OutOfOrder(long expected) implements LedgerReply {}
}
