package io.forebay.memory.backing;

import java.util.List;
import java.util.stream.Collectors;

/// What a pool's memory came to.
///
/// @param hugeBytes mapped by huge pages, of `fileBytes`
/// @param locked never swapped; pages of hugetlbfs are not either, and not counted here
/// @param warnings what was asked for and is not so, in words
public record BackingReport(
        PageKind pages,
        long hugeBytes,
        long fileBytes,
        boolean locked,
        List<ArenaRange> arenas,
        List<String> warnings) {
    public BackingReport {
        arenas = List.copyOf(arenas);
        warnings = List.copyOf(warnings);
    }

    /// In one line, for a log.
    public String words() {
        String huge = pages == PageKind.PLAIN ? "" : ", " + hugeBytes + " of " + fileBytes + " bytes have them";
        return pages.words() + huge + (locked ? "; locked" : "; not locked") + "; " + arenaWords();
    }

    private String arenaWords() {
        return arenas.stream().noneMatch(ArenaRange::bound)
                ? "one arena"
                : arenas.stream()
                        .map(arena -> arena.numaNode() + ": " + arena.sizeBytes() + " bytes")
                        .collect(Collectors.joining(", ", "arenas of NUMA nodes ", ""));
    }
}
