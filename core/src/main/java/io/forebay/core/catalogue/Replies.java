package io.forebay.core.catalogue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/// What one drain of a [MasterShell] owes: replies that are ready and wait until what they rest on is safe, and who
/// hears of it when that fails. Each request hears one thing. Confined to one drain.
final class Replies {
    private final List<MasterRequest<?>> owed = new ArrayList<>();
    private final List<Runnable> ready = new ArrayList<>();

    /// These requests are in this drain's hands, and no longer in anybody else's.
    void owe(Collection<MasterRequest<?>> requests) {
        owed.addAll(requests);
    }

    void reply(MasterRequest<?> request, Reply reply) {
        owed.add(request);
        ready.add(() -> request.reply(reply));
    }

    void fail(MasterRequest<?> request, String message) {
        owed.add(request);
        ready.add(() -> request.fail(message));
    }

    /// All is safe.
    void release() {
        ready.forEach(Runnable::run);
    }

    /// Nothing is: instead of its reply each hears so.
    void failAll(String message) {
        Set<MasterRequest<?>> heard = Collections.newSetFromMap(new IdentityHashMap<>());
        owed.stream().filter(heard::add).toList().forEach(request -> request.fail(message));
    }
}
