package io.forebay.node;

import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.peer.HelloReply;
import io.forebay.core.session.NodeId;
import java.util.LinkedHashSet;

/// Which other nodes are on this node's host: those that are reached under its own host name, which is known of each
/// owner at once, and those that said in their hello that they share its memory files. What the latter say is
/// remembered for [#MAX_NODES] nodes, the earliest forgotten first. Loop thread only.
final class Neighbours {
    static final int MAX_NODES = 4_096;

    private final String hostId;
    private final String hostName;
    private final LinkedHashSet<NodeId> greeted = new LinkedHashSet<>();

    /// @param address `host:port` at which peers reach this node
    Neighbours(String hostId, String address) {
        this.hostId = hostId;
        this.hostName = hostName(address);
    }

    private static String hostName(String address) {
        return address.substring(0, Math.max(0, address.lastIndexOf(':')));
    }

    void greeted(HelloReply reply) {
        greeted.remove(reply.node());
        if (reply.hostId().equals(hostId)) {
            greeted.add(reply.node());
            if (greeted.size() > MAX_NODES) {
                greeted.removeFirst();
            }
        }
    }

    boolean has(OwnerRun run) {
        return greeted.contains(run.node())
                || (!hostName.isEmpty() && hostName(run.address()).equals(hostName));
    }
}
