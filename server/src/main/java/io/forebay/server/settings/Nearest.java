package io.forebay.server.settings;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;

/// What someone who misspelt a setting probably meant.
final class Nearest {
    private static final int MOST_EDITS = 3;

    private Nearest() {}

    static String key(String wrong) {
        return guess(wrong, Setting::key);
    }

    static String variable(String wrong) {
        return guess(wrong, Setting::variable);
    }

    /// ` (did you mean pool.size?)`, or nothing where no setting is near.
    private static String guess(String wrong, Function<Setting<?>, String> spelling) {
        Optional<String> nearest = SettingList.ALL.stream()
                .map(spelling)
                .min(Comparator.comparingInt((String right) -> edits(wrong, right)));
        return nearest.filter(right -> edits(wrong, right) <= MOST_EDITS)
                .map(right -> " (did you mean " + right + "?)")
                .orElse("");
    }

    /// Levenshtein's distance: characters to insert, delete or replace.
    private static int edits(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[to.length() + 1];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
            }
            above = row;
        }
        return above[to.length()];
    }
}
