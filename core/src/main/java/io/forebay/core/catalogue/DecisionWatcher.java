package io.forebay.core.catalogue;

/// Hears what the catalogue concludes, and changes nothing by it.
public interface DecisionWatcher {
    /// Does not listen.
    DecisionWatcher NONE = (command, decision, nowNanos) -> {};

    /// The decision is applied. Called by the catalogue's owner, before anyone hears the reply.
    void decided(Command command, Decision decision, long nowNanos);
}
