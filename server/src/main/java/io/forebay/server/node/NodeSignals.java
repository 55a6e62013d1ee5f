package io.forebay.server.node;

import io.forebay.core.answer.Invariant;
import io.forebay.core.block.BlockKey;
import io.forebay.node.NodeEvents;
import io.forebay.server.running.Ending;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Turns what a node tells into log lines, and into its ending where it must end. Called on the node's loop.
final class NodeSignals implements NodeEvents {
    private static final Logger LOG = LoggerFactory.getLogger(NodeSignals.class);

    private final String nodeId;
    private final String ownAddress;
    private final CompletableFuture<Ending> ending = new CompletableFuture<>();

    NodeSignals(String nodeId, String ownAddress) {
        this.nodeId = nodeId;
        this.ownAddress = ownAddress;
    }

    /// Completed at most once, off the loop's thread.
    CompletableFuture<Ending> ending() {
        return ending;
    }

    @Override
    public void sessionOpened(long masterEpoch) {
        LOG.atInfo()
                .addKeyValue("node", nodeId)
                .addKeyValue("epoch", masterEpoch)
                .log("session with the master open");
    }

    @Override
    public void superseded(long currentBoot, String address) {
        LOG.atError()
                .addKeyValue("node", nodeId)
                .addKeyValue("own_address", ownAddress)
                .addKeyValue("boot", currentBoot)
                .addKeyValue("address", address)
                .log("another start of this node has its name; this one ends");
        ending.completeAsync(() -> Ending.SUPERSEDED);
    }

    @Override
    public void masterSilent(long nanos) {
        LOG.atWarn()
                .addKeyValue("node", nodeId)
                .addKeyValue("millis", TimeUnit.NANOSECONDS.toMillis(nanos))
                .log("the master does not answer; what peers have is not found meanwhile");
    }

    @Override
    public void masterHeard() {
        LOG.atInfo().addKeyValue("node", nodeId).log("the master answers again");
    }

    @Override
    public void damaged(BlockKey key) {
        LOG.atWarn()
                .addKeyValue("node", nodeId)
                .addKeyValue("model", key.namespace().model())
                .addKeyValue("block", key.hash())
                .log("a block in memory is not what was sealed; it is served no more");
    }

    @Override
    public void failed(RuntimeException cause, boolean fatal) {
        LOG.atError().addKeyValue("node", nodeId).setCause(cause).log("a request met an error of our own");
        if (fatal) {
            ending.completeAsync(() -> Ending.BROKEN);
        }
    }

    /// A task of the loop threw.
    void loopFailed(Throwable cause) {
        LOG.atError().addKeyValue("node", nodeId).setCause(cause).log("a task of the node's loop failed");
        if (cause instanceof Invariant.Broken || cause instanceof Error) {
            ending.completeAsync(() -> Ending.BROKEN);
        }
    }
}
