package io.forebay.core.fetch;

import io.forebay.core.session.NodeId;
import java.util.HashMap;
import java.util.Map;

/// The [Breaker] of every peer that has failed lately. A peer without one is closed; one that is closed again and
/// quiet for as long as failures count is forgotten at the next failure of any peer, so there are no more than peers
/// that failed within that time or are still shut.
///
/// Not safe for several threads; one writer.
public final class Breakers {
    private final Map<NodeId, Breaker> breakers = new HashMap<>();

    /// Whether the peer may be asked now.
    public boolean admits(NodeId peer, long nowNanos) {
        Breaker breaker = breakers.get(peer);
        return breaker == null || breaker.admits(nowNanos);
    }

    /// A peer that [admits] is asked; every asking is followed by one of the three ends below.
    public void asked(NodeId peer) {
        Breaker breaker = breakers.get(peer);
        if (breaker != null) {
            breaker.asked();
        }
    }

    /// The attempt ended so.
    public void ended(NodeId peer, AttemptEnd end, long nowNanos) {
        switch (end) {
            case COMPLETE, ABSENT, CORRUPT -> answered(peer);
            case PEER_FAILED -> failed(peer, nowNanos);
            case LOCAL_PRESSURE, DEADLINE -> dropped(peer, nowNanos);
        }
    }

    private void answered(NodeId peer) {
        Breaker breaker = breakers.get(peer);
        if (breaker != null) {
            breaker.answered();
        }
    }

    private void failed(NodeId peer, long nowNanos) {
        breakers.values().removeIf(breaker -> breaker.isIdle(nowNanos));
        breakers.computeIfAbsent(peer, unknown -> new Breaker()).failed(nowNanos);
    }

    private void dropped(NodeId peer, long nowNanos) {
        Breaker breaker = breakers.get(peer);
        if (breaker != null) {
            breaker.dropped(nowNanos);
        }
    }

    /// Peers that are not asked freely: open, or half open.
    public int open() {
        return (int) breakers.values().stream()
                .filter(breaker -> breaker.state() != Breaker.State.CLOSED)
                .count();
    }

    /// Peers that are remembered.
    int size() {
        return breakers.size();
    }
}
