package io.forebay.server.master;

import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.prefetch.PrefetchStatus;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// Counts the blocks that triggers name, by what was answered. One thread's.
final class PrefetchTally {
    static final String DISABLED = "disabled";

    private final Map<String, Long> blocks = new LinkedHashMap<>();

    PrefetchTally() {
        for (PrefetchStatus status : PrefetchStatus.values()) {
            blocks.put(word(status), 0L);
        }
        blocks.put(DISABLED, 0L);
    }

    void count(Prefetch request, PrefetchReply reply) {
        switch (reply) {
            case PrefetchReply.Disabled disabled ->
                add(DISABLED, request.hashes().size());
            case PrefetchReply.Decided decided -> decided.answers().forEach(answer -> add(word(answer.status()), 1));
        }
    }

    private void add(String status, long more) {
        blocks.merge(status, more, Long::sum);
    }

    /// So far, of every status.
    Map<String, Long> blocks() {
        return Map.copyOf(blocks);
    }

    private static String word(PrefetchStatus status) {
        return status.name().toLowerCase(Locale.ROOT);
    }
}
