package io.forebay.core.peer;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.session.NodeId;

/// The first word between two nodes.
///
/// @param node who asks
/// @param boot its incarnation
/// @param minVersion lowest protocol version the asker speaks
/// @param maxVersion highest protocol version the asker speaks
public record Hello(NodeId node, long boot, int minVersion, int maxVersion) {
    /// The protocol version of this build.
    public static final int VERSION = 1;

    public Hello {
        InvalidInput.unless(
                minVersion >= 1 && minVersion <= maxVersion,
                "version",
                "range " + minVersion + ".." + maxVersion + " is empty or below 1");
    }
}
