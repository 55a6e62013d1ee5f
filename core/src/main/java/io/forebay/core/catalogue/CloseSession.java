package io.forebay.core.catalogue;

import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;

/// A node leaves: its replicas become invisible at once and are reclaimed in slices.
public record CloseSession(NodeId node, SessionId session) implements Command {}
