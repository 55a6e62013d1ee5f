package io.forebay.core.answer;

import java.util.function.Function;

/// How a request to another room, process or machine ended. A closed set, so that nobody forgets a case:
/// *throttled is not missing is not failed* — an expected outcome (a miss, no room) is a value inside [Ok].
///
/// @param <T> the reply when the request was carried out
public sealed interface Answer<T> {
    /// The request was carried out; `value` is its reply.
    record Ok<T>(T value) implements Answer<T> {}

    /// The request was bad and changed nothing. `field` names what was wrong, `message` says why and gives the limit.
    record Refused<T>(String field, String message) implements Answer<T> {}

    /// The world failed; whether the request had an effect is unknown, so every request here is safe to repeat.
    record Failed<T>(Failure failure) implements Answer<T> {}

    static <T> Answer<T> ok(T value) {
        return new Ok<>(value);
    }

    static <T> Answer<T> refused(InvalidInput cause) {
        return new Refused<>(cause.field(), cause.reason());
    }

    static <T> Answer<T> failed(Remedy remedy, String message) {
        return new Failed<>(new Failure(remedy, message));
    }

    /// What went wrong, for people; empty when nothing did.
    default String problem() {
        return switch (this) {
            case Ok<T> ok -> "";
            case Refused<T> refused -> refused.field() + " " + refused.message();
            case Failed<T> failed -> failed.failure().message();
        };
    }

    /// The same answer with another reply type; refusals and failures pass through unchanged.
    default <R> Answer<R> map(Function<? super T, ? extends R> change) {
        return switch (this) {
            case Ok<T> ok -> new Ok<>(change.apply(ok.value()));
            case Refused<T> refused -> new Refused<>(refused.field(), refused.message());
            case Failed<T> failed -> new Failed<>(failed.failure());
        };
    }
}
