package io.forebay.fabric;

import io.forebay.core.answer.Failure;
import io.forebay.core.answer.Remedy;

/// Whose doing the failure of a read is. The remedy carries it to the caller, who never holds against a peer what
/// happened on this side.
final class Blame {
    private Blame() {}

    /// The peer, its host or the way to it failed: [Remedy#ELSEWHERE].
    static Failure peer(String message) {
        return new Failure(Remedy.ELSEWHERE, message);
    }

    /// This side stopped the read or had no room for it: [Remedy#RETRY].
    static Failure here(String message) {
        return new Failure(Remedy.RETRY, message);
    }
}
