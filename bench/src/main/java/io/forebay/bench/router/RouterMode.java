package io.forebay.bench.router;

import io.forebay.core.answer.InvalidInput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A way to bring blocks back to memory, of those that are compared. All have the same DRAM. A closed set.
public enum RouterMode {
    /// What leaves memory is lost.
    NO_SSD,
    /// A get reads from SSD what is there alone.
    SSD,
    /// As that, and what is read so often enough comes to the main pool.
    PROMOTE_ON_HIT,
    /// The router has it brought to the prefetch buffer ahead of the get.
    TRIGGER;

    /// The part of DRAM that is the prefetch buffer, in the modes that have one.
    private static final long BUFFER_PART = 10;

    /// `no-ssd`, `ssd`, `promote-on-hit` or `trigger`.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// Flags and values that a master is started with for it.
    public List<String> masterFlags() {
        return switch (this) {
            case NO_SSD, SSD -> List.of();
            case PROMOTE_ON_HIT -> List.of("--promotion-on-hit", "true");
            case TRIGGER -> List.of("--enable-prefetch-trigger", "true");
        };
    }

    /// Whether nodes have an SSD.
    public boolean hasSsd() {
        return this != NO_SSD;
    }

    /// Whether the router triggers, and nodes have a buffer.
    public boolean triggers() {
        return this == TRIGGER;
    }

    /// Bytes of a node's prefetch buffer, of so much DRAM.
    public long bufferBytes(long dramBytes) {
        return triggers() ? dramBytes / BUFFER_PART : 0;
    }

    /// Reads words with commas between them: a mode once at most, at least one.
    public static List<RouterMode> parse(String text) {
        List<RouterMode> modes = new ArrayList<>();
        for (String word : text.split(",", -1)) {
            RouterMode mode = Arrays.stream(values())
                    .filter(each -> each.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new InvalidInput("modes", "has '" + word + "'; known: " + words()));
            InvalidInput.unless(!modes.contains(mode), "modes", "has " + word + " twice");
            modes.add(mode);
        }
        return modes;
    }

    private static String words() {
        return Arrays.stream(values()).map(RouterMode::word).collect(Collectors.joining(", "));
    }
}
