package io.forebay.gateway.resp;

import java.util.function.IntPredicate;

/// A command that is known.
///
/// @param name in upper case
/// @param least arguments, its name included
/// @param most arguments
/// @param streamed which arguments are values, which go to the pool as they come
/// @param action carries it out
record Command(String name, int least, int most, IntPredicate streamed, Action action) {
    /// As many as a request may have.
    static final int ANY = Integer.MAX_VALUE;

    /// Carries a command out and replies exactly once, at once or, after [Session#pause], later.
    @FunctionalInterface
    interface Action {
        void run(Session session, Request request);
    }

    /// One without values.
    static Command of(String name, int least, int most, Action action) {
        return new Command(name, least, most, index -> false, action);
    }

    /// One whose value is a single argument.
    static Command valued(String name, int least, int most, int value, Action action) {
        return new Command(name, least, most, index -> index == value, action);
    }
}
