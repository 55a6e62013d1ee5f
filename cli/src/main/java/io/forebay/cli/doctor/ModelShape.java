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
/// @param kvHeads for each layer
/// @param headDim elements of each
/// @param billions of parameters that a token passes through
public record ModelShape(String name, int layers, int kvHeads, int headDim, double billions) {
    /// Shapes as their authors published them.
    static final List<ModelShape> KNOWN = List.of(
            new ModelShape("llama-2-7b", 32, 32, 128, 6.7),
            new ModelShape("llama-2-13b", 40, 40, 128, 13.0),
            new ModelShape("llama-3-8b", 32, 8, 128, 8.0),
            new ModelShape("llama-3-70b", 80, 8, 128, 70.6),
            new ModelShape("llama-3.1-405b", 126, 8, 128, 405.0),
            new ModelShape("mistral-7b", 32, 8, 128, 7.2),
            new ModelShape("mixtral-8x7b", 32, 8, 128, 12.9),
            new ModelShape("qwen2.5-7b", 28, 4, 128, 7.6),
            new ModelShape("qwen2.5-32b", 64, 8, 128, 32.5),
            new ModelShape("qwen2.5-72b", 80, 8, 128, 72.7));

    private static final Pattern WRITTEN_OUT =
            Pattern.compile("(\\d{1,4})x(\\d{1,4})x(\\d{1,4}):(\\d{1,5}(?:\\.\\d+)?)b");

    /// A known name, or a shape written out: `80x8x128:70.6b` is layers × KV heads × elements, and parameters.
    ///
    /// @throws IllegalArgumentException says what is known
    public static ModelShape parse(String text) {
        String name = text.strip().toLowerCase(Locale.ROOT);
        Matcher shape = WRITTEN_OUT.matcher(name);
        if (shape.matches()) {
            return new ModelShape(
                    name,
                    Integer.parseInt(shape.group(1)),
                    Integer.parseInt(shape.group(2)),
                    Integer.parseInt(shape.group(3)),
                    Double.parseDouble(shape.group(4)));
        }
        Optional<ModelShape> known =
                KNOWN.stream().filter(each -> each.name.equals(name)).findFirst();
        return known.orElseThrow(() -> new IllegalArgumentException("--model '" + text + "' is not known; known are "
                + KNOWN.stream().map(ModelShape::name).collect(Collectors.joining(", "))
                + "; or write it out, LAYERSxKVHEADSxHEADDIM:BILLIONSb, such as 80x8x128:70.6b"));
    }

    /// K and V of all layers.
    long bytesPerToken(int bytesPerElement) {
        return 2L * layers * kvHeads * headDim * bytesPerElement;
    }

    /// A multiplication and an addition for each parameter; attention over what is before is left out.
    double flopsPerToken() {
        return 2e9 * billions;
    }
}
