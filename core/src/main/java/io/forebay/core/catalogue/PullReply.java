package io.forebay.core.catalogue;

import io.forebay.core.prefetch.Pull;

/// The reply to [PullPromotions]. A closed set.
public sealed interface PullReply extends Reply {
    /// The session is not the node's current one: open a new one, and drop what is held and not being read.
    record UnknownSession() implements PullReply {}

    /// The master has no promotions: its answer to every pull.
    record NoPromotions() implements PullReply {}

    /// The pull was heard.
    record Heard(Pull pull) implements PullReply {}
}
