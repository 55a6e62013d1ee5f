package io.forebay.client;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.InvalidInput;

/// A node's refusal, turned back into the exception that it was before it crossed the wire.
final class Refusal {
    private Refusal() {}

    static InvalidInput asInput(Answer.Refused<?> refused) {
        return new InvalidInput(refused.field(), refused.message());
    }
}
