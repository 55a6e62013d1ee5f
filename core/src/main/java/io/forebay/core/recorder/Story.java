package io.forebay.core.recorder;

import io.forebay.core.block.BlockHash;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// The happenings that tell of one block or one request, oldest first; what was recorded of the rest is left out. Pure,
/// and O(happenings and their blocks), so it is told from a snapshot and away from the recorder's writer.
///
/// @param lines the latest ones, at most as many as were asked for
/// @param leftOut how many older ones there are besides
public record Story(List<Happening> lines, int leftOut) {
    public Story {
        lines = List.copyOf(lines);
    }

    /// What happened to a block of this hash, in any namespace; and behind its first line, what became of the sessions
    /// that its replicas hang on.
    public static Story ofBlock(List<Happening> all, BlockHash hash, int atMost) {
        long mark = hash.mark();
        Set<String> nodes = new HashSet<>();
        return latest(all, atMost, happening -> {
            if (happening instanceof Happening.Session session) {
                return nodes.contains(session.node());
            }
            if (happening.keys().indexOf(mark) < 0) {
                return false;
            }
            nodes.add(""); // the recorder's own
            if (happening instanceof Happening.Blocks blocks) {
                nodes.add(blocks.with());
            }
            return true;
        });
    }

    /// What happened to an engine request of this id, of any instance, with the fetches that it waited for.
    public static Story ofRequest(List<Happening> all, String request, int atMost) {
        Set<Long> fetches = new HashSet<>();
        for (Happening happening : all) {
            if (happening.fetch() != 0 && happening.request().equals(request)) {
                fetches.add(happening.fetch());
            }
        }
        return latest(
                all,
                atMost,
                happening -> happening.request().equals(request)
                        || (happening.request().isEmpty() && fetches.contains(happening.fetch())));
    }

    private static Story latest(List<Happening> all, int atMost, Predicate<Happening> tells) {
        List<Happening> told = all.stream().filter(tells).toList();
        int leftOut = Math.max(0, told.size() - atMost);
        return new Story(told.subList(leftOut, told.size()), leftOut);
    }

    public boolean isEmpty() {
        return lines.isEmpty();
    }
}
