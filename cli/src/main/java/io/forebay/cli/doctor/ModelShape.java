package io.forebay.cli.doctor;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What of a model decides how large its KV cache is and how long a token takes to compute.
///
/// @param layers with attention
/// @param elements that one token leaves in the cache of one layer: K and V of every KV head, or with multi-head
///     latent attention (MLA) the one vector that stands for all of them
/// @param billions of parameters that a token passes through
public record ModelShape(String name, int layers, int elements, double billions) {
    /// Shapes as their authors published them.
    static final List<ModelShape> KNOWN = List.of(
            withHeads("llama-2-7b", 32, 32, 128, 6.7),
            withHeads("llama-2-13b", 40, 40, 128, 13.0),
            withHeads("llama-3-8b", 32, 8, 128, 8.0),
            withHeads("llama-3-70b", 80, 8, 128, 70.6),
            withHeads("llama-3.1-405b", 126, 8, 128, 405.0),
            withHeads("mistral-7b", 32, 8, 128, 7.2),
            withHeads("mixtral-8x7b", 32, 8, 128, 12.9),
            withHeads("qwen2.5-7b", 28, 4, 128, 7.6),
            withHeads("qwen2.5-32b", 64, 8, 128, 32.5),
            withHeads("qwen2.5-72b", 80, 8, 128, 72.7),
            new ModelShape("deepseek-v2-lite", 27, 576, 2.4),
            new ModelShape("deepseek-v2", 60, 576, 21.0),
            new ModelShape("deepseek-v3", 61, 576, 37.0));

    private static final Pattern WRITTEN_OUT =
            Pattern.compile("(\\d{1,4})x(\\d{1,4})(?:x(\\d{1,4}))?:(\\d{1,5}(?:\\.\\d+)?)b");

    private static ModelShape withHeads(String name, int layers, int kvHeads, int headDim, double billions) {
        return new ModelShape(name, layers, 2 * kvHeads * headDim, billions);
    }

    /// A known name, or a shape written out: `80x8x128:70.6b` is layers × KV heads × elements of each, and parameters;
    /// `61x576:37b` is layers × elements of the latent vector.
    ///
    /// @throws IllegalArgumentException says what is known
    public static ModelShape parse(String text) {
        String name = text.strip().toLowerCase(Locale.ROOT);
        Matcher shape = WRITTEN_OUT.matcher(name);
        if (shape.matches()) {
            int layers = Integer.parseInt(shape.group(1));
            int middle = Integer.parseInt(shape.group(2));
            String headDim = shape.group(3);
            double billions = Double.parseDouble(shape.group(4));
            return headDim == null
                    ? new ModelShape(name, layers, middle, billions)
                    : withHeads(name, layers, middle, Integer.parseInt(headDim), billions);
        }
        Optional<ModelShape> known =
                KNOWN.stream().filter(each -> each.name.equals(name)).findFirst();
        return known.orElseThrow(() -> new IllegalArgumentException("--model '" + text + "' is not known; known are "
                + KNOWN.stream().map(ModelShape::name).collect(Collectors.joining(", "))
                + "; or write it out, LAYERSxKVHEADSxHEADDIM:BILLIONSb, such as 80x8x128:70.6b, with latent"
                + " attention LAYERSxELEMENTS:BILLIONSb, such as 61x576:37b"));
    }

    /// Of all layers.
    long bytesPerToken(int bytesPerElement) {
        return (long) layers * elements * bytesPerElement;
    }

    /// A multiplication and an addition for each parameter; attention over what is before is left out.
    double flopsPerToken() {
        return 2e9 * billions;
    }
}
