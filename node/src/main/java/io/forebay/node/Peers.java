package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Failure;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Remedy;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.peer.FabricEndpoint;
import io.forebay.core.peer.Hello;
import io.forebay.core.peer.HelloReply;
import io.forebay.core.peer.PeerProtocol;
import io.forebay.core.session.NodeId;
import io.forebay.fabric.Fabric;
import io.forebay.fabric.FabricException;
import io.forebay.fabric.FabricPeer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The peers that this node is linked with, one link for each, made when first needed: hello on the control plane,
/// then a connection over the first of this node's fabrics that the peer serves (`map` only on the same host). Links
/// are made
/// on a mover; everything else is on the loop.
final class Peers {
    private final NodeSettings settings;
    private final Loop loop;
    private final Executor movers;
    private final List<Fabric> fabrics;
    private final PeerDialer dialer;
    private final Neighbours neighbours;
    private final Map<NodeId, PeerLink> links = new HashMap<>();
    private final Map<OwnerRun, List<Consumer<Answer<PeerLink>>>> making = new HashMap<>();

    Peers(NodeParts parts) {
        this.settings = parts.settings();
        this.neighbours = new Neighbours(settings.hostId(), settings.controlAddress());
        this.loop = parts.loop();
        this.movers = parts.movers();
        this.fabrics = parts.fabrics();
        this.dialer = parts.dialer();
    }

    /// A link to the owner; `then` hears of it on the loop. Several askers share one attempt.
    void link(OwnerRun run, Consumer<Answer<PeerLink>> then) {
        PeerLink known = links.get(run.node());
        if (known != null && known.leadsTo(run) && known.data().isUp()) {
            then.accept(Answer.ok(known));
            return;
        }
        if (known != null) {
            drop(known);
        }
        OwnerRun peer = new OwnerRun(run.node(), run.boot(), run.session(), run.address(), 0, 1);
        List<Consumer<Answer<PeerLink>>> askers = making.get(peer);
        if (askers != null) {
            askers.add(then);
            return;
        }
        PeerProtocol control;
        try {
            control = dialer.dial(peer.address());
        } catch (InvalidInput e) {
            then.accept(failure(e.getMessage())); // the peer has given an address at which nobody can be reached
            return;
        }
        making.put(peer, new ArrayList<>(List.of(then)));
        Hello hello = new Hello(settings.node(), settings.boot(), Hello.VERSION, Hello.VERSION);
        control.hello(
                hello, settings.fetch().connectNanos(), answer -> loop.post(() -> greeted(peer, control, answer)));
    }

    private void greeted(OwnerRun peer, PeerProtocol control, Answer<HelloReply> answer) {
        switch (answer) {
            case Answer.Ok<HelloReply>(HelloReply reply) -> {
                if (!reply.node().equals(peer.node()) || reply.boot() != peer.boot()) {
                    made(peer, control, failure("another incarnation answers at " + peer.address()));
                    return;
                }
                neighbours.greeted(reply);
                movers.execute(() -> {
                    Answer<FabricPeer> data = connect(reply);
                    loop.post(() -> made(peer, control, data));
                });
            }
            case Answer.Refused<HelloReply> refused ->
                made(peer, control, failure(refused.field() + ": " + refused.message()));
            case Answer.Failed<HelloReply> failed -> made(peer, control, new Answer.Failed<>(failed.failure()));
        }
    }

    /// Runs on a mover.
    private Answer<FabricPeer> connect(HelloReply reply) {
        String problem = "it serves no fabric that this node has";
        for (Fabric fabric : fabrics) {
            FabricEndpoint endpoint = endpointFor(fabric, reply);
            if (endpoint == null) {
                continue;
            }
            try {
                return Answer.ok(fabric.connect(endpoint, settings.fetch().connectNanos()));
            } catch (FabricException e) {
                problem = fabric.name() + ": " + e.getMessage();
            }
        }
        return failure(problem);
    }

    private @Nullable FabricEndpoint endpointFor(Fabric fabric, HelloReply reply) {
        if (fabric.name().equals("map") && !reply.hostId().equals(settings.hostId())) {
            return null;
        }
        for (FabricEndpoint endpoint : reply.endpoints()) {
            if (endpoint.fabric().equals(fabric.name())) {
                return endpoint;
            }
        }
        return null;
    }

    private void made(OwnerRun peer, PeerProtocol control, Answer<FabricPeer> data) {
        Answer<PeerLink> answer = data.map(fabricPeer -> new PeerLink(peer, control, fabricPeer));
        if (answer instanceof Answer.Ok<PeerLink>(PeerLink link)) {
            PeerLink older = links.put(peer.node(), link);
            if (older != null) {
                close(older);
            }
        } else {
            dialer.hangUp(control);
        }
        List<Consumer<Answer<PeerLink>>> askers = making.remove(peer);
        if (askers != null) {
            askers.forEach(asker -> asker.accept(answer));
        }
    }

    private static <T> Answer<T> failure(String message) {
        return new Answer.Failed<>(new Failure(Remedy.ELSEWHERE, message));
    }

    /// Whether the owner is on this node's host, as far as that is known.
    boolean isNear(OwnerRun run) {
        return neighbours.has(run);
    }

    /// The link has shown itself to be broken.
    void drop(PeerLink link) {
        if (links.remove(link.owner().node(), link)) {
            close(link);
        }
    }

    private void close(PeerLink link) {
        dialer.hangUp(link.control());
        movers.execute(() -> link.data().close());
    }

    void closeAll() {
        links.values().forEach(this::close);
        links.clear();
    }
}
