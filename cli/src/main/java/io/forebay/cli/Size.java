package io.forebay.cli;

import io.forebay.server.settings.Units;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A size with its unit, such as `64KiB`.
final class Size implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        try {
            return Units.bytes(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("'" + text + "' " + e.getMessage());
        }
    }
}
