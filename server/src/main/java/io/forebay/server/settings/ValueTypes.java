package io.forebay.server.settings;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.memory.backing.NumaChoice;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The value types that settings have.
final class ValueTypes {
    private ValueTypes() {}

    static ValueType<String> name() {
        return new ValueType<>("name", "1–" + Limits.MAX_NAME_CHARS + " characters", text -> {
            require(!text.isEmpty(), "is empty");
            require(text.length() <= Limits.MAX_NAME_CHARS, "has " + text.length() + " characters");
            return text;
        });
    }

    /// A host, or nothing where the setting's comment says what that means.
    static ValueType<String> host() {
        return new ValueType<>("host", "a host name or address without a port", text -> {
            require(text.chars().noneMatch(Character::isWhitespace), "contains white space");
            require(text.startsWith("[") || text.chars().filter(c -> c == ':').count() != 1, "has a port");
            return text;
        });
    }

    static ValueType<String> address() {
        return new ValueType<>("address", "host:port", text -> {
            int colon = text.lastIndexOf(':');
            require(colon > 0, "has no port or no host");
            int port = Integer.parseInt(text.substring(colon + 1));
            require(port >= 1 && port <= 65_535, "has port " + port);
            return text;
        });
    }

    static ValueType<Integer> port() {
        return new ValueType<>("port", "0–65535 (0: the system chooses)", text -> {
            int port = Integer.parseInt(text);
            require(port >= 0 && port <= 65_535, "is out of range");
            return port;
        });
    }

    /// A port, or nothing for none.
    static ValueType<Optional<Integer>> optionalPort() {
        return new ValueType<>("port", "0–65535 (0: the system chooses), or nothing", text -> {
            return text.isEmpty()
                    ? Optional.empty()
                    : Optional.of(port().parser().apply(text));
        });
    }

    /// A path, or nothing for none.
    static ValueType<Optional<Path>> optionalPath() {
        return new ValueType<>("path", "a path, or nothing", text -> {
            return text.isEmpty()
                    ? Optional.empty()
                    : Optional.of(path().parser().apply(text));
        });
    }

    /// What is not to be shown.
    static ValueType<String> secret() {
        return new ValueType<>(ValueType.SECRET, "0–" + Limits.MAX_NAME_CHARS + " characters", text -> {
            require(text.length() <= Limits.MAX_NAME_CHARS, "has " + text.length() + " characters");
            return text;
        });
    }

    static ValueType<Path> path() {
        return new ValueType<>("path", "a path", text -> {
            require(!text.isEmpty(), "is empty");
            try {
                return Path.of(text);
            } catch (InvalidPathException wrong) {
                throw new IllegalArgumentException("is no path: " + wrong.getReason(), wrong);
            }
        });
    }

    /// Paths with commas between them, each once; none for an empty text.
    static ValueType<List<Path>> paths() {
        return new ValueType<>("paths", "paths with commas between them", text -> {
            List<Path> paths = text.isEmpty()
                    ? List.of()
                    : Arrays.stream(text.split(",", -1))
                            .map(each -> path().parser().apply(each.strip()))
                            .toList();
            long different = paths.stream()
                    .map(each -> each.toAbsolutePath().normalize())
                    .distinct()
                    .count();
            require(different == paths.size(), "names one twice");
            return paths;
        });
    }

    static ValueType<Integer> count(int least, int most) {
        return new ValueType<>("count", least + "–" + most, text -> {
            int count = Integer.parseInt(text);
            require(count >= least && count <= most, "is out of range");
            return count;
        });
    }

    static ValueType<Double> share() {
        return new ValueType<>("share", "more than 0, at most 1", text -> {
            double share = Double.parseDouble(text);
            require(share > 0 && share <= 1, "is out of range");
            return share;
        });
    }

    /// Yes or no.
    static ValueType<Boolean> truth() {
        return new ValueType<>("truth", "true or false", text -> {
            require(text.equals("true") || text.equals("false"), "is neither");
            return text.equals("true");
        });
    }

    static ValueType<Long> size(String least, String most) {
        long leastBytes = Units.bytes(least);
        long mostBytes = Units.bytes(most);
        return new ValueType<>("size", least + "–" + most, text -> {
            long bytes = Units.bytes(text);
            require(bytes >= leastBytes && bytes <= mostBytes, "is out of range");
            return bytes;
        });
    }

    static ValueType<Duration> duration(String least, String most) {
        Duration shortest = Units.duration(least);
        Duration longest = Units.duration(most);
        return new ValueType<>("duration", least + "–" + most, text -> {
            Duration duration = Units.duration(text);
            require(duration.compareTo(shortest) >= 0 && duration.compareTo(longest) <= 0, "is out of range");
            return duration;
        });
    }

    /// Names with commas between them, or nothing where the setting's comment says what that means.
    static ValueType<String> names() {
        return new ValueType<>("names", "names with commas between them", text -> {
            require(text.chars().noneMatch(Character::isWhitespace), "contains white space");
            require(text.isEmpty() || !("," + text + ",").contains(",,"), "has an empty name");
            return text;
        });
    }

    /// `auto`, `off`, or the numbers of NUMA nodes with commas between them.
    static ValueType<NumaChoice> numa() {
        return new ValueType<>("numa", "auto, off, or node numbers with commas between them", text -> {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "auto" -> new NumaChoice.Auto();
                case "off" -> new NumaChoice.Off();
                default -> {
                    List<Integer> numbers = Arrays.stream(text.split(",", -1))
                            .map(each -> Integer.valueOf(each.strip()))
                            .toList();
                    try {
                        yield new NumaChoice.Nodes(numbers);
                    } catch (InvalidInput wrong) {
                        throw new IllegalArgumentException(wrong.reason(), wrong);
                    }
                }
            };
        });
    }

    /// One of an enum's constants, in lower case.
    static <E extends Enum<E>> ValueType<E> choice(Class<E> type) {
        String all = String.join(
                ", ",
                Arrays.stream(type.getEnumConstants()).map(ValueTypes::word).toList());
        return new ValueType<>(
                "choice",
                "one of " + all,
                text -> Arrays.stream(type.getEnumConstants())
                        .filter(constant -> word(constant).equals(text.toLowerCase(Locale.ROOT)))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("is none of the choices")));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
