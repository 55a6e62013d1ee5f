package io.forebay.gateway.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ReplayBufferTest {
    private static SentBatch batch(long sequence, int bytes) {
        return new SentBatch(sequence, new byte[0], new byte[bytes]);
    }

    private static List<Long> numbers(List<SentBatch> batches) {
        return batches.stream().map(SentBatch::sequence).toList();
    }

    @Test
    void theLatestAreThereInOrderAndTheOthersAreNot() {
        ReplayBuffer buffer = new ReplayBuffer(3, 1 << 20);
        assertEquals(List.of(), buffer.from(0, 10));
        for (int i = 0; i < 5; i++) {
            buffer.add(batch(i, 10));
        }
        assertEquals(List.of(2L, 3L, 4L), numbers(buffer.from(2, 10)));
        assertEquals(List.of(3L), numbers(buffer.from(3, 1)));
        assertEquals(List.of(), numbers(buffer.from(1, 10)));
        assertEquals(List.of(), numbers(buffer.from(5, 10)));
        assertEquals(4, buffer.last().orElseThrow().sequence());
    }

    @Test
    void itsBytesAreBoundedButTheLatestStays() {
        ReplayBuffer buffer = new ReplayBuffer(100, 1_000);
        buffer.add(batch(0, 400));
        buffer.add(batch(1, 400));
        buffer.add(batch(2, 400));
        assertEquals(2, buffer.size());
        buffer.add(batch(3, 5_000));
        assertEquals(List.of(3L), numbers(buffer.from(3, 10)));
        assertEquals(1, buffer.size());
        assertEquals(batch(3, 5_000).bytes(), buffer.bytes());
    }
}
