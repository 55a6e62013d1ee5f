package io.forebay.core.answer;

/// Input that breaks a rule of the interface. Thrown by the constructors of requests, caught once at the edge and
/// turned into [Answer.Refused] or a gRPC `INVALID_ARGUMENT`; whoever throws it has changed nothing.
public final class InvalidInput extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String field;
    private final String reason;

    /// @param field the name of the offending field as the wire spells it
    /// @param message what is wrong, with the limit and the value found
    public InvalidInput(String field, String message) {
        super(field + ": " + message);
        this.field = field;
        this.reason = message;
    }

    public String field() {
        return field;
    }

    /// What is wrong, without the field's name.
    public String reason() {
        return reason;
    }

    /// Never null, unlike that of its superclass: every instance has a message.
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    /// Refuses unless `holds`.
    public static void unless(boolean holds, String field, String message) {
        if (!holds) {
            throw new InvalidInput(field, message);
        }
    }
}
