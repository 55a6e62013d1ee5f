package io.forebay.server.admin;

import io.forebay.core.answer.InvalidInput;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What stands behind the question mark, read strictly: a parameter that nobody asked for is an error, since it would
/// else be a misspelled one. Immutable.
public final class Parameters {
    private static final int MAX_LENGTH = 2_000;

    private final Map<String, String> values;

    private Parameters(Map<String, String> values) {
        this.values = values;
    }

    /// Reads a query.
    ///
    /// @param query still encoded; empty for none
    /// @param known the names that may stand there, each once
    /// @throws InvalidInput names the parameter that is wrong
    public static Parameters of(String query, Set<String> known) {
        InvalidInput.unless(query.length() <= MAX_LENGTH, "query", "is longer than " + MAX_LENGTH + " characters");
        Map<String, String> values = new LinkedHashMap<>();
        for (String part : query.isEmpty() ? new String[0] : query.split("&", -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            InvalidInput.unless(known.contains(name), "query", said(known));
            String value = equals < 0 ? "" : decoded(name, part.substring(equals + 1));
            InvalidInput.unless(values.put(name, value) == null, name, "is given twice");
        }
        return new Parameters(values);
    }

    private static String said(Set<String> known) {
        return known.isEmpty()
                ? "takes no parameter"
                : "takes no parameters but "
                        + String.join(", ", known.stream().sorted().toList());
    }

    private static String decoded(String name, String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            InvalidInput bad = new InvalidInput(name, "is not URL-encoded");
            bad.initCause(malformed);
            throw bad;
        }
    }

    /// The value of a parameter; empty when it is not given.
    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /// The value of a parameter that must be there.
    public String required(String name) {
        return text(name).orElseThrow(() -> new InvalidInput(name, "is missing"));
    }

    /// The whole number of a parameter, from 1 to `most`.
    public int count(String name, int otherwise, int most) {
        String text = values.get(name);
        if (text == null) {
            return otherwise;
        }
        int number = text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
        InvalidInput.unless(number >= 1 && number <= most, name, "must be a whole number from 1 to " + most);
        return number;
    }
}
