package io.forebay.gateway.resp;

import java.util.LinkedHashMap;
import java.util.Map;

/// What clients ask about the server that they think they talk to.
///
/// @param port that it listens on
/// @param startedNanos when it was opened, by the monotonic clock
record ServerFacts(RespSettings settings, RespCounters counters, int port, long startedNanos) {
    /// The version of Redis whose commands these are.
    static final String VERSION = "7.0.0";

    private static final long SECOND_NANOS = 1_000_000_000L;

    /// INFO's text, in the sections that Redis has.
    String info(Store store, long nowNanos) {
        RespStats stats = counters.stats();
        StringBuilder text = new StringBuilder();
        section(text, "Server", Map.of());
        line(text, "redis_version", VERSION);
        line(text, "redis_mode", "standalone");
        line(text, "server_name", "forebay");
        line(text, "process_id", ProcessHandle.current().pid());
        line(text, "tcp_port", port);
        line(text, "uptime_in_seconds", (nowNanos - startedNanos) / SECOND_NANOS);
        section(text, "Clients", Map.of("connected_clients", stats.connections()));
        line(text, "maxclients", settings.bounds().connections());
        section(text, "Memory", Map.of("used_memory", store.room().usedBytes()));
        line(text, "maxmemory", store.room().boundBytes());
        line(text, "maxmemory_policy", policy());
        section(text, "Persistence", Map.of("loading", 0));
        line(text, "rdb_bgsave_in_progress", 0);
        line(text, "aof_enabled", 0);
        section(text, "Stats", Map.of("total_connections_received", stats.connected()));
        line(text, "total_commands_processed", sum(stats.commands()));
        line(text, "keyspace_hits", stats.commands().getOrDefault("hit", 0L));
        line(text, "keyspace_misses", stats.commands().getOrDefault("miss", 0L));
        line(text, "evicted_keys", stats.evictions());
        line(text, "total_net_input_bytes", stats.bytes().getOrDefault("in", 0L));
        line(text, "total_net_output_bytes", stats.bytes().getOrDefault("out", 0L));
        section(text, "Replication", Map.of("role", "master"));
        line(text, "connected_slaves", 0);
        section(text, "Cluster", Map.of("cluster_enabled", 0));
        section(text, "Keyspace", Map.of());
        if (store.size() > 0) {
            line(text, "db0", "keys=" + store.size() + ",expires=0,avg_ttl=0");
        }
        return text.toString();
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static void section(StringBuilder text, String title, Map<String, ?> first) {
        text.append(text.isEmpty() ? "# " : "\r\n# ").append(title).append("\r\n");
        first.forEach((name, value) -> line(text, name, value));
    }

    private static void line(StringBuilder text, String name, Object value) {
        text.append(name).append(':').append(value).append("\r\n");
    }

    private String policy() {
        return settings.policy().evicts() ? "allkeys-lru" : "noeviction";
    }

    /// What CONFIG GET knows.
    Map<String, String> parameters() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("save", "");
        all.put("appendonly", "no");
        all.put("databases", "1");
        all.put("maxclients", Integer.toString(settings.bounds().connections()));
        all.put("maxmemory", Long.toString(settings.bounds().memoryBytes()));
        all.put("maxmemory-policy", policy());
        all.put("proto-max-bulk-len", Long.toString(RequestParser.MAX_VALUE_BYTES));
        all.put("timeout", Long.toString(settings.bounds().idle().toSeconds()));
        return all;
    }
}
