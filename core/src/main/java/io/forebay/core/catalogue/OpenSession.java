package io.forebay.core.catalogue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.session.NodeId;

/// A node asks to be registered. A higher boot replaces the older one at once; the same boot at the same address gets
/// its own session back. A lower boot hears [SessionReply.Superseded], and so does the same boot at another address
/// while the first is heard: then two processes have one name.
///
/// @param node who
/// @param boot the node's incarnation, from its locked directory; at least 1
/// @param address `host:port` at which peers reach this node's control plane
/// @param httpAddress `host:port` of its pages, for people; empty for none
/// @param localDisk whether it will tell of an SSD, too
public record OpenSession(NodeId node, long boot, String address, String httpAddress, boolean localDisk)
        implements Command {
    public OpenSession {
        InvalidInput.unless(boot >= 1, "boot", "is " + boot + "; it must be at least 1");
        Limits.name("address", address);
        Limits.optionalName("http_address", httpAddress);
    }

    /// Of a node without an SSD.
    public OpenSession(NodeId node, long boot, String address, String httpAddress) {
        this(node, boot, address, httpAddress, false);
    }

    /// Of a node without pages.
    public OpenSession(NodeId node, long boot, String address) {
        this(node, boot, address, "");
    }
}
