package io.forebay.gateway.resp;

import java.util.Map;

/// The gateway's figures of one moment.
///
/// @param commands answered, by outcome: `ok`, `hit`, `miss`, `error`
/// @param refusals of commands and connections, by cause
/// @param bytes through sockets, by direction: `in`, `out`
/// @param connected connections that were ever open
/// @param evictions values that left memory for room
/// @param evictedUnwritten of these, those that the node's SSD should have had and did not yet
/// @param loads values read from SSD
/// @param writes values written to SSD
/// @param connections open now
/// @param keys known now
/// @param usedBytes of the pool that values have now
public record RespStats(
        Map<String, Long> commands,
        Map<String, Long> refusals,
        Map<String, Long> bytes,
        long connected,
        long evictions,
        long evictedUnwritten,
        long loads,
        long writes,
        long connections,
        long keys,
        long usedBytes) {
    public RespStats {
        commands = Map.copyOf(commands);
        refusals = Map.copyOf(refusals);
        bytes = Map.copyOf(bytes);
    }
}
