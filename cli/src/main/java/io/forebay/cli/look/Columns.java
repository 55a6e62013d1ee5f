package io.forebay.cli.look;

import java.util.ArrayList;
import java.util.List;

/// Rows of words in columns, two blanks apart, without blanks at the end.
final class Columns {
    private final List<List<String>> rows = new ArrayList<>();

    Columns row(String... words) {
        rows.add(List.of(words));
        return this;
    }

    List<String> lines() {
        List<Integer> widths = new ArrayList<>();
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                int width = row.get(column).length();
                if (column == widths.size()) {
                    widths.add(width);
                } else {
                    widths.set(column, Math.max(widths.get(column), width));
                }
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, List<Integer> widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String word = row.get(column);
            line.append(word).repeat(" ", widths.get(column) - word.length() + 2);
        }
        return line.toString().stripTrailing();
    }
}
