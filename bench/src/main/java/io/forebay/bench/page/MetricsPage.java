package io.forebay.bench.page;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a `/metrics` page said at one moment: the samples of Forebay's own metrics. Immutable.
///
/// @param samples in the page's order
public record MetricsPage(List<Sample> samples) {
    private static final Pattern SAMPLE =
            Pattern.compile("^forebay_(\\w+)(?:\\{([^}]*)\\})? (\\S+)", Pattern.MULTILINE);

    /// One line.
    ///
    /// @param name without `forebay_`
    /// @param labels as written: `outcome="ssd"`; empty for none
    public record Sample(String name, String labels, double value) {}

    public MetricsPage {
        samples = List.copyOf(samples);
    }

    /// Reads the text of a page; what is no sample is passed over.
    public static MetricsPage parse(String text) {
        List<Sample> samples = new ArrayList<>();
        Matcher matcher = SAMPLE.matcher(text);
        while (matcher.find()) {
            String labels = matcher.group(2) == null ? "" : matcher.group(2);
            samples.add(new Sample(matcher.group(1), labels, Double.parseDouble(matcher.group(3))));
        }
        return new MetricsPage(samples);
    }

    /// The sum over all samples of this name that have all of these labels; 0 when there is none.
    ///
    /// @param name without `forebay_`
    /// @param labels each as written: `outcome="ssd"`
    public long sum(String name, String... labels) {
        double sum = 0;
        for (Sample sample : samples) {
            if (sample.name.equals(name)
                    && List.of(sample.labels.split(",", -1)).containsAll(List.of(labels))) {
                sum += sample.value;
            }
        }
        return (long) sum;
    }

    /// Both together, as one page.
    public MetricsPage plus(MetricsPage other) {
        List<Sample> all = new ArrayList<>(samples);
        all.addAll(other.samples);
        return new MetricsPage(all);
    }
}
