package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Failure;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Remedy;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.junit.jupiter.api.Test;

class StatusesTest {
    @Test
    void everyRemedySurvives() {
        for (Remedy remedy : Remedy.values()) {
            StatusRuntimeException status = Statuses.failure(new Failure(remedy, "the disk: it is full"));
            assertEquals(Status.Code.UNAVAILABLE, status.getStatus().getCode());
            assertEquals(Answer.failed(remedy, "the disk: it is full"), Statuses.answer(status, Remedy.RETRY, "Query"));
        }
    }

    @Test
    void aRemedyOfALaterVersionGivesWayToTheChannels() {
        Metadata trailers = new Metadata();
        trailers.put(Statuses.REMEDY, "PRAY");
        StatusRuntimeException status = Status.UNAVAILABLE.withDescription("no").asRuntimeException(trailers);
        assertEquals(
                Answer.failed(Remedy.ELSEWHERE, "Hello at b:1: UNAVAILABLE no"),
                Statuses.answer(status, Remedy.ELSEWHERE, "Hello at b:1"));
    }

    @Test
    void aRefusalNamesItsFieldOnce() {
        Answer<String> refused = new Answer.Refused<>("hash", "has 65 bytes; the limit is 64");
        StatusRuntimeException status = Statuses.refusal(new InvalidInput("hash", "has 65 bytes; the limit is 64"));
        assertEquals("hash: has 65 bytes; the limit is 64", status.getStatus().getDescription());
        assertEquals(refused, Statuses.answer(status, Remedy.RETRY, "Query"));
        assertEquals(
                refused,
                Statuses.answer(Statuses.refusal("hash", "has 65 bytes; the limit is 64"), Remedy.RETRY, "Query"));
    }

    @Test
    void aLongMessageIsCutToWhatTrailersHold() {
        StatusRuntimeException status = Statuses.failure(new Failure(Remedy.RETRY, "x".repeat(100_000)));
        assertTrue(String.valueOf(status.getStatus().getDescription()).length() < 1_100);
    }

    @Test
    void anyOtherStatusIsAFailureThatSaysWhere() {
        StatusRuntimeException status = Status.INTERNAL
                .withCause(new IllegalStateException("broken pipe"))
                .asRuntimeException();
        assertEquals(
                Answer.failed(Remedy.RETRY, "Seal at a:1: INTERNAL (broken pipe)"),
                Statuses.answer(status, Remedy.RETRY, "Seal at a:1"));
    }
}
