package io.forebay.gateway.resp;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// What the gateway counts. Written by its thread, read by any.
final class RespCounters {
    /// How a command ended.
    enum Outcome {
        /// It was done.
        OK,
        /// The value was there.
        HIT,
        /// It was not.
        MISS,
        /// It was answered with an error.
        ERROR
    }

    /// Why a command or a connection was refused or ended.
    enum Refusal {
        /// As many connections as may be.
        CONNECTIONS,
        /// No room in memory.
        MEMORY,
        /// An argument, or their number, is over its limit.
        ARGUMENT,
        /// The command is not known.
        UNKNOWN,
        /// Not authenticated, or with a wrong password.
        AUTH,
        /// What came is no RESP.
        PROTOCOL,
        /// A request came too slowly.
        SLOW_REQUEST,
        /// A reply was read too slowly.
        SLOW_READER,
        /// Nothing was asked for too long.
        IDLE
    }

    final Map<Outcome, LongAdder> outcomes = adders(Outcome.values());
    final Map<Refusal, LongAdder> refusals = adders(Refusal.values());
    final LongAdder bytesIn = new LongAdder();
    final LongAdder bytesOut = new LongAdder();
    final LongAdder connected = new LongAdder();
    final LongAdder evictions = new LongAdder();
    final LongAdder evictedUnwritten = new LongAdder();
    final LongAdder loads = new LongAdder();
    final LongAdder writes = new LongAdder();
    /// As of the last look of the gateway.
    final AtomicLong connections = new AtomicLong();
    final AtomicLong keys = new AtomicLong();
    final AtomicLong usedBytes = new AtomicLong();

    private static <E> Map<E, LongAdder> adders(E[] values) {
        Map<E, LongAdder> adders = new LinkedHashMap<>();
        for (E value : values) {
            adders.put(value, new LongAdder());
        }
        return adders;
    }

    void count(Outcome outcome) {
        increment(outcomes.get(outcome));
    }

    void count(Refusal refusal) {
        increment(refusals.get(refusal));
    }

    private static void increment(@org.jspecify.annotations.Nullable LongAdder adder) {
        if (adder != null) {
            adder.increment();
        }
    }

    RespStats stats() {
        return new RespStats(
                sums(outcomes),
                sums(refusals),
                Map.of("in", bytesIn.sum(), "out", bytesOut.sum()),
                connected.sum(),
                evictions.sum(),
                evictedUnwritten.sum(),
                loads.sum(),
                writes.sum(),
                connections.get(),
                keys.get(),
                usedBytes.get());
    }

    private static <E> Map<String, Long> sums(Map<E, LongAdder> adders) {
        Map<String, Long> sums = new LinkedHashMap<>();
        adders.forEach((key, adder) -> sums.put(key.toString().toLowerCase(java.util.Locale.ROOT), adder.sum()));
        return sums;
    }
}
