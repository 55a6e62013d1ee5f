package io.forebay.client;

import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffScope;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One barrier, with what the client itself knows of its scope: blocks that the node does not account for count as
/// pending, and a scope that only the node knows is unknown without its word. So the report never says more than is
/// true.
final class Barrier {
    private final AwaitHandoff request;
    private final RequestScopes scopes;

    Barrier(AwaitHandoff request, RequestScopes scopes) {
        this.request = request;
        this.scopes = scopes;
    }

    /// Asks the node; empty if it gives no answer.
    Optional<HandoffReport> ask(LiveRegistration live) {
        return PendingReply.<HandoffReport>await(
                        then -> live.protocol().awaitHandoff(request, then),
                        late -> {},
                        request.deadlineNanos() + QueryRun.GRACE_NANOS)
                .flatMap(live::value);
    }

    /// The whole report, after what the node has said, if anything.
    HandoffReport whole(Optional<HandoffReport> said) {
        HandoffReport report = said.orElseGet(this::nothing);
        List<BlockHash> known = known();
        int missing = Math.max(0, known.size() - report.scope());
        if (!request.withKeys() || (report.keys().isEmpty() && report.scope() > 0)) {
            return report.withPending(missing, List.of());
        }
        Set<BlockHash> unaccounted = new LinkedHashSet<>(known);
        report.keys().values().forEach(unaccounted::removeAll);
        return report.withPending(unaccounted.size(), new ArrayList<>(unaccounted));
    }

    private HandoffReport nothing() {
        boolean unknown = !(request.scope() instanceof HandoffScope.OfKeys) && known().isEmpty();
        return new HandoffReport(0, 0, 0, 0, 0, 0, 0, unknown, Map.of());
    }

    /// Different hashes that are in the scope, whatever the node says.
    private List<BlockHash> known() {
        return switch (request.scope()) {
            case HandoffScope.OfRequest(String requestId) -> scopes.keys(requestId);
            case HandoffScope.OfKeys(List<BlockHash> hashes) ->
                hashes.stream().distinct().toList();
            case HandoffScope.Since since -> List.of();
        };
    }
}
