package io.forebay.server.settings;

/// Where an effective value came from; a later one wins over an earlier one.
public sealed interface Source {
    /// Nobody said anything.
    record Standard() implements Source {}

    /// The embedded choice of `standalone`, which differs from the standard one.
    record Embedded() implements Source {}

    /// The configuration file.
    record InFile(String file) implements Source {}

    /// An environment variable.
    record Variable(String name) implements Source {}

    /// A flag on the command line.
    record Flag(String name) implements Source {}

    /// A few words for `forebay config`.
    default String words() {
        return switch (this) {
            case Standard() -> "default";
            case Embedded() -> "standalone's default";
            case InFile(String file) -> "file " + file;
            case Variable(String name) -> "variable " + name;
            case Flag(String name) -> "flag " + name;
        };
    }
}
