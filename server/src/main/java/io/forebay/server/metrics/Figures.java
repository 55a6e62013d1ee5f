package io.forebay.server.metrics;

import java.util.LinkedHashMap;
import java.util.Map;

/// The samples of a `/metrics` page by their names: `forebay_queries_total`,
/// `forebay_query_blocks_total{outcome="ssd"}`.
/// They are read from the page's own text, so that whoever shows them shows what a scraper gets.
public final class Figures {
    private Figures() {}

    /// In the order of the text; what is no sample is passed over.
    public static Map<String, Double> of(String text) {
        Map<String, Double> figures = new LinkedHashMap<>();
        text.lines().filter(line -> line.startsWith(Metrics.PREFIX)).forEach(line -> {
            int space = line.lastIndexOf(' ');
            figures.put(line.substring(0, space), Double.parseDouble(line.substring(space + 1)));
        });
        return figures;
    }

    /// Whether this sample belongs to a counter, by its name.
    public static boolean isCounter(String sample) {
        return name(sample).endsWith("_total");
    }

    /// Without the labels.
    public static String name(String sample) {
        int brace = sample.indexOf('{');
        return brace < 0 ? sample : sample.substring(0, brace);
    }
}
