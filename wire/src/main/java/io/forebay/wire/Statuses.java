package io.forebay.wire;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Failure;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Remedy;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.jspecify.annotations.Nullable;

/// The translation between answers that are not `Ok` and gRPC statuses. Pure.
///
/// - `Refused` ⇄ `INVALID_ARGUMENT` with the description `field: message`
/// - `Failed` ⇄ `UNAVAILABLE` with the message as description and the remedy in the trailer `forebay-remedy`
///
/// Every other status comes from gRPC itself (no connection, deadline, a message too large, …) and is a failure whose
/// remedy the channel knows.
final class Statuses {
    static final Metadata.Key<String> REMEDY = Metadata.Key.of("forebay-remedy", Metadata.ASCII_STRING_MARSHALLER);

    /// A receiver refuses more than 8 KiB of trailers, and escaping may triple the characters.
    private static final int MAX_MESSAGE_CHARS = 1_000;

    private static final String SEPARATOR = ": ";

    private Statuses() {}

    /// The status of a bad request.
    static StatusRuntimeException refusal(String field, String message) {
        return Status.INVALID_ARGUMENT
                .withDescription(shortened(field + SEPARATOR + message))
                .asRuntimeException();
    }

    static StatusRuntimeException refusal(InvalidInput cause) {
        return refusal(cause.field(), cause.reason());
    }

    static StatusRuntimeException failure(Failure failure) {
        Metadata trailers = new Metadata();
        trailers.put(REMEDY, failure.remedy().name());
        return Status.UNAVAILABLE.withDescription(shortened(failure.message())).asRuntimeException(trailers);
    }

    /// What a call's end with `error` means to the caller.
    ///
    /// @param otherwise the remedy of a failure that names none
    /// @param where the call, for the message
    static <R> Answer<R> answer(Throwable error, Remedy otherwise, String where) {
        Status status = Status.fromThrowable(error);
        String description = String.valueOf(status.getDescription());
        if (status.getCode() == Status.Code.INVALID_ARGUMENT) {
            int end = description.indexOf(SEPARATOR);
            return end > 0
                    ? new Answer.Refused<>(
                            description.substring(0, end), description.substring(end + SEPARATOR.length()))
                    : new Answer.Refused<>("request", description);
        }
        Metadata trailers = Status.trailersFromThrowable(error);
        Remedy named = trailers == null ? null : remedy(trailers.get(REMEDY));
        return named == null
                ? Answer.failed(otherwise, where + SEPARATOR + readable(status))
                : Answer.failed(named, description);
    }

    private static @Nullable Remedy remedy(@Nullable String name) {
        for (Remedy remedy : Remedy.values()) {
            if (remedy.name().equals(name)) {
                return remedy;
            }
        }
        return null;
    }

    private static String readable(Status status) {
        Throwable cause = status.getCause();
        String description = status.getDescription() == null ? "" : " " + status.getDescription();
        String because = cause == null || cause.getMessage() == null ? "" : " (" + cause.getMessage() + ")";
        return status.getCode() + description + because;
    }

    private static String shortened(String message) {
        return message.length() <= MAX_MESSAGE_CHARS ? message : message.substring(0, MAX_MESSAGE_CHARS) + "…";
    }
}
