package io.forebay.core.catalogue;

/// The reply to [LedgerBatch].
public sealed interface LedgerReply extends Reply {
    /// The batch is applied, now or earlier: every retirement in it is granted, every registration is visible.
    record Applied(long number) implements LedgerReply {}

    /// The session is not the node's current one: open a new one; nothing was applied.
    record UnknownSession() implements LedgerReply {}

    /// The batch is neither the last one nor the next: nothing was applied.
    ///
    /// @param expected the number that the master would apply
    record OutOfOrder(long expected) implements LedgerReply {}
}
