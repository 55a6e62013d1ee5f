package io.forebay.core.eviction;

import java.util.LinkedHashMap;
import java.util.Map;

/// Tells a policy of requests, of each once. A request comes in pieces: it asks for its chain, perhaps again, on the
/// node that it is handed to, too; then each of its ranks saves, all of the chain or what was missing. A policy that
/// counts what comes back would take each of these for a return.
///
/// What asks has the whole chain, so a longer one under the same name is another request. What saves may have a part,
/// so
/// it speaks for its request only if nothing else has. The last [#REMEMBERED] requests are remembered; one of which
/// another piece comes later than that counts twice. One thread.
public final class RequestPaths {
    /// Requests that are remembered.
    static final int REMEMBERED = 16_384;

    private final EvictionPolicy<?> policy;
    private final Map<Name, Long> lastKeys = new LinkedHashMap<>();

    /// @param scope within which names are the same
    private record Name(Object scope, String request) {}

    public RequestPaths(EvictionPolicy<?> policy) {
        this.policy = policy;
    }

    /// A request asks for a chain. Said before its blocks are used or admitted.
    ///
    /// @param scope within which requests of one name are the same: their namespace
    /// @param chain all of it, one block or more
    public void asks(Object scope, String request, BlockPath chain) {
        Long last = chain.key(chain.length() - 1);
        if (!last.equals(lastKeys.get(new Name(scope, request)))) {
            tell(new Name(scope, request), chain, last);
        }
    }

    /// A request saves blocks, in the order of their chain. Said before they are admitted.
    ///
    /// @param blocks one or more
    public void saves(Object scope, String request, BlockPath blocks) {
        Name name = new Name(scope, request);
        if (!lastKeys.containsKey(name)) {
            tell(name, blocks, blocks.key(blocks.length() - 1));
        }
    }

    private void tell(Name name, BlockPath path, long last) {
        lastKeys.put(name, last);
        if (lastKeys.size() > REMEMBERED) {
            lastKeys.remove(lastKeys.keySet().iterator().next());
        }
        policy.requested(path, SessionHint.NONE);
    }
}
