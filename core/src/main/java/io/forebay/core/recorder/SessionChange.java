package io.forebay.core.recorder;

/// What became of a node's session with the master, which all its replicas hang on.
public enum SessionChange {
    /// A new session: all that is resident is registered again.
    OPENED("opened a session; what it has is registered anew"),
    /// A higher boot of the node has opened one: the replicas of this one are invisible.
    REPLACED("lost its session to a newer one; the replicas of the old one are invisible"),
    /// The node has left.
    CLOSED("left; its replicas are invisible"),
    /// It was silent for too long; its replicas are invisible.
    EXPIRED("was silent for so long that its session ended; its replicas are invisible"),
    /// It was heard after a silence; no query names it until it has caught up.
    HIDDEN("was heard after a silence; no query names it until it has caught up"),
    /// It has caught up: queries may name it.
    CAUGHT_UP("has caught up; queries may name it again"),
    /// An operator takes it out of service: others are named before it.
    DRAINED("is drained: it takes no saves, and others are named before it"),
    /// An operator has put it back.
    UNDRAINED("is in service again"),
    /// The master does not answer this node.
    MASTER_SILENT("the master does not answer"),
    /// The master answers this node again.
    MASTER_HEARD("the master answers again"),
    /// Another process has this node's name: it ends.
    SUPERSEDED("another process has taken over this node's name; it ends"),
    /// The catalogue broke, and the master started over empty.
    STARTED_OVER("the catalogue broke and started over empty");

    private final String words;

    SessionChange(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
