package io.forebay.core.catalogue;

/// What the [Catalogue] concludes about a [Command]. A closed set.
public sealed interface Reply
        permits SessionReply,
                AliveReply,
                LedgerReply,
                PrefixReply,
                NamespacesReply,
                StaleReply,
                PrefetchReply,
                CancelReply,
                LookupReply,
                LookupAndPrefetchReply,
                PullReply,
                SwitchReply,
                Reply.Nothing {
    /// The reply to a command that nobody waits for.
    record Nothing() implements Reply {}
}
