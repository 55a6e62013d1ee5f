package io.forebay.core.eviction;

/// What an engine or a router says about the session of a request. A hint is evidence and no command: a policy that
/// learns finds out what each is worth, so that a wrong one costs little and a good one counts in full.
public enum SessionHint {
    /// Nothing was said.
    NONE(0),
    /// More requests of this session are to come.
    WILL_RETURN(1),
    /// This was its last one.
    ENDED(2);

    /// Its place in a [Group]'s number.
    final int value;

    SessionHint(int value) {
        this.value = value;
    }
}
