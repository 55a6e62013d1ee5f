package io.forebay.core.engine;

import io.forebay.core.answer.InvalidInput;

/// The answer to [PrefixLength]; true at that moment, and no promise.
///
/// @param local leading blocks in the node's own memory
/// @param reachable leading blocks that are there or that a visible node has, at least `local`
/// @param complete whether the master was asked where that was needed, and answered; otherwise `reachable` is only
///     what is known without it
public record PrefixLengths(int local, int reachable, boolean complete) {
    public PrefixLengths {
        InvalidInput.unless(local >= 0, "local", "is negative: " + local);
        InvalidInput.unless(reachable >= local, "reachable", "is " + reachable + ", less than the local " + local);
    }
}
