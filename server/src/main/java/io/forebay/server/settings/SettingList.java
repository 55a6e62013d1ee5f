package io.forebay.server.settings;

import static io.forebay.server.settings.ValueTypes.address;
import static io.forebay.server.settings.ValueTypes.choice;
import static io.forebay.server.settings.ValueTypes.count;
import static io.forebay.server.settings.ValueTypes.duration;
import static io.forebay.server.settings.ValueTypes.host;
import static io.forebay.server.settings.ValueTypes.name;
import static io.forebay.server.settings.ValueTypes.names;
import static io.forebay.server.settings.ValueTypes.numa;
import static io.forebay.server.settings.ValueTypes.path;
import static io.forebay.server.settings.ValueTypes.port;
import static io.forebay.server.settings.ValueTypes.share;
import static io.forebay.server.settings.ValueTypes.size;
import static io.forebay.server.settings.ValueTypes.truth;

import io.forebay.core.eviction.EvictionKind;
import io.forebay.fabric.UcxPolling;
import io.forebay.memory.backing.HugePages;
import io.forebay.memory.backing.Memlock;
import io.forebay.memory.backing.NumaChoice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Every setting there is. The file's keys, the environment variables, the flags, `--help` and the table in
/// `docs/operations.md` come from this list, and a test holds the document against it.
public final class SettingList {
    private static final List<Setting<?>> LIST = new ArrayList<>();
    private static final Set<Role> NODE = Set.of(Role.NODE);
    private static final Set<Role> MASTER = Set.of(Role.MASTER);
    private static final Set<Role> BOTH = Set.of(Role.NODE, Role.MASTER);

    static final Setting<String> NODE_ID = add(
            "node.id",
            name(),
            HostName.ofThisHost(),
            NODE,
            "This node's name, stable across its starts and unique in the cluster; by default the host's name.");
    static final Setting<String> MASTER_ADDRESS =
            add("master.address", address(), "127.0.0.1:7300", NODE, "Where the master is.");
    static final Setting<String> BIND_HOST =
            add("bind.host", host(), "127.0.0.1", BOTH, "The address that all ports listen on; 0.0.0.0 for every one.");
    static final Setting<String> ADVERTISE_HOST = add(
            "advertise.host",
            host(),
            "",
            BOTH,
            "The host that others are told to connect to; by default `bind.host`, or this host's name where that is a"
                    + " wildcard.");
    static final Setting<Boolean> ADVERTISE_CHECK =
            add("advertise.check", truth(), "true", BOTH, "Whether a process dials itself where others are told to.");
    static final Setting<Integer> CONTROL_PORT =
            add("control.port", port(), "7400", NODE, "The node's gRPC port, for engines and peers.");
    static final Setting<Integer> DATA_PORT =
            add("data.port", port(), "7401", NODE, "The port from which peers read blocks.");
    static final Setting<Integer> HTTP_PORT =
            add("http.port", port(), "7402", NODE, "The node's port for metrics, health and pages.");
    static final Setting<Path> STATE_DIRECTORY = add(
            "state.directory",
            path(),
            ".forebay",
            NODE,
            "Where the node keeps its boot counter, locked while it lives.");
    static final Setting<Path> POOL_DIRECTORY =
            add("pool.directory", path(), "/dev/shm", NODE, "Where the pool file lies; memory only on a tmpfs.");
    static final Setting<Long> POOL_SIZE = add(
            "pool.size",
            size("64KiB", "64TiB"),
            "1GiB",
            NODE,
            "DRAM for blocks, allocated at the start. `standalone` takes less where the pool directory has less.");
    static final Setting<Long> POOL_GRANULE = add(
            "pool.granule",
            size("4KiB", "2MiB"),
            "4KiB",
            NODE,
            "The unit in which the pool is handed out: a power of two. Each slot of a block is rounded up to it.");
    static final Setting<Integer> POOL_PREFAULT_THREADS = add(
            "pool.prefault_threads",
            count(0, 256),
            "2",
            NODE,
            "Threads that touch the whole pool at the start; 0 leaves that to the first use.");
    static final Setting<HugePages> POOL_HUGE_PAGES = add(
            "pool.huge_pages",
            choice(HugePages.class),
            "auto",
            NODE,
            "Huge pages for the pool: `hugetlb` those of a hugetlbfs that `pool.directory` is on, or no start;"
                    + " `transparent` as many as the kernel finds on a tmpfs, with a warning if not all; `auto` whichever"
                    + " the directory has; `off` none.");
    static final Setting<Memlock> POOL_MEMLOCK = add(
            "pool.memlock",
            choice(Memlock.class),
            "auto",
            NODE,
            "Locks the pool in memory, so that none of it is swapped: `auto` with a warning where the system refuses, `on`"
                    + " or no start.");
    static final Setting<NumaChoice> POOL_NUMA = add(
            "pool.numa",
            numa(),
            "auto",
            NODE,
            "The NUMA nodes that get an arena of the pool each: `auto` those with memory and processors, `off` one arena"
                    + " for all, or their numbers.");
    static final Setting<Long> POOL_QUARANTINE_CAP = add(
            "pool.quarantine_cap",
            size("0B", "64TiB"),
            "256MiB",
            NODE,
            "What one engine instance may leave in quarantine before it gets no new room.");
    static final Setting<EvictionKind> POOL_EVICTION = add(
            "pool.eviction",
            choice(EvictionKind.class),
            "lru",
            NODE,
            "Which block goes for room, behind those that enough others have, too: `lru` the least recently used one,"
                    + " `chi` the one whose return is least worth waiting for, as learned; some 450 bytes of heap for each.");

    static {
        LIST.addAll(SsdSettingList.ALL);
    }

    static final Setting<Long> PREFETCH_BUFFER_SEGMENT = add(
            "prefetch.buffer_segment",
            size("0B", "64TiB"),
            "0B",
            NODE,
            "DRAM for prefetched blocks alone, beside `pool.size` and allocated at the start; 0: nothing is prefetched into"
                    + " this node. A good size is rate x (wait + residency) x block size.");
    static final Setting<Integer> PROMOTION_WORKERS = add(
            "promotion.workers",
            count(1, 64),
            "1",
            NODE,
            "Blocks that are read from SSD ahead of need at one time; one more is under way, so that the SSD need not wait.");
    static final Setting<Duration> PROMOTION_PULL_INTERVAL = add(
            "promotion.pull_interval",
            duration("1ms", "60s"),
            "100ms",
            NODE,
            "The pause after the master has not answered a node that asks for promotions.");
    static final Setting<FabricChoice> FABRIC = add(
            "fabric",
            choice(FabricChoice.class),
            "auto",
            NODE,
            "How peers' memory is read: `map` on the same host, `tcp` anywhere, `ucx` over UCX; `auto` takes `map` where"
                    + " it can, else `ucx` where this host has an RDMA device, else `tcp`.");
    static final Setting<String> FABRIC_UCX_TLS = add(
            "fabric.ucx.tls",
            names(),
            "",
            NODE,
            "The transports that UCX may use, as in UCX_TLS (`rc,tcp`); by default UCX chooses.");
    static final Setting<String> FABRIC_UCX_DEVICES = add(
            "fabric.ucx.devices",
            names(),
            "",
            NODE,
            "The devices that UCX may use, as in UCX_NET_DEVICES (`mlx5_0:1,eth0`); by default the one with the address"
                    + " `bind.host`, or where UCX uses an RDMA device the ones that it chooses.");
    static final Setting<UcxPolling> FABRIC_UCX_POLLING = add(
            "fabric.ucx.polling",
            choice(UcxPolling.class),
            "adaptive",
            NODE,
            "How the UCX thread waits: `busy` never sleeps, `adaptive` stays awake for 50 µs behind its last work,"
                    + " `blocking` sleeps at once.");
    static final Setting<Duration> LEASE_ENGINE =
            add("lease.engine", duration("1s", "24h"), "600s", NODE, "How long an engine lease holds unless renewed.");
    static final Setting<Duration> LEASE_TRANSFER =
            add("lease.transfer", duration("1s", "1h"), "120s", NODE, "How long a peer's read may hold blocks.");
    static final Setting<Duration> LEASE_IN_FLIGHT = add(
            "lease.in_flight",
            duration("1s", "24h"),
            "300s",
            NODE,
            "A reserved block untouched for so long is dropped, its extents go to quarantine.");
    static final Setting<Double> LEASE_SHARE = add(
            "lease.share",
            share(),
            "0.75",
            NODE,
            "The share of the pool that engine leases may hold; beyond it hits become `miss_local_pressure`.");
    static final Setting<Double> EVICTION_HIGH =
            add("eviction.high", share(), "0.90", NODE, "The share of the pool in use at which eviction starts.");
    static final Setting<Double> EVICTION_LOW =
            add("eviction.low", share(), "0.85", NODE, "The share at which it stops; below `eviction.high`.");
    static final Setting<Integer> FETCH_MAX_ATTEMPTS =
            add("fetch.max_attempts", count(1, 64), "4", NODE, "Owners that one query asks before it gives up.");
    static final Setting<Integer> FETCH_MAX_CONCURRENT =
            add("fetch.max_concurrent", count(1, 65_536), "256", NODE, "Fetches at one time; further ones wait.");
    static final Setting<Long> FETCH_MAX_BYTES_IN_FLIGHT = add(
            "fetch.max_bytes_in_flight",
            size("1MiB", "1TiB"),
            "4GiB",
            NODE,
            "Bytes that fetches may ask of peers at one time; further ones wait.");
    static final Setting<Duration> PEER_CONNECT_TIMEOUT = add(
            "peer.connect_timeout",
            duration("10ms", "60s"),
            "500ms",
            NODE,
            "The time to connect to a peer's control and data ports.");
    static final Setting<Duration> PEER_QUERY_TIMEOUT = add(
            "peer.query_timeout",
            duration("10ms", "60s"),
            "2s",
            NODE,
            "The time for a peer's answer to a transfer query.");
    static final Setting<Duration> MASTER_CALL_TIMEOUT =
            add("master.call_timeout", duration("10ms", "60s"), "2s", NODE, "The time for the master's answer.");
    static final Setting<Duration> HEARTBEAT_INTERVAL =
            add("heartbeat.interval", duration("10ms", "60s"), "1s", NODE, "The time between two heartbeats.");
    static final Setting<Integer> MASTER_CONTROL_PORT =
            add("master.control.port", port(), "7300", MASTER, "The master's gRPC port.");
    static final Setting<Integer> MASTER_HTTP_PORT =
            add("master.http.port", port(), "7301", MASTER, "The master's port for metrics, health and pages.");
    static final Setting<Duration> NODE_STALE = add(
            "master.node_stale",
            duration("100ms", "1h"),
            "10s",
            MASTER,
            "A node silent for so long is invisible until it is heard again and has caught up.");
    static final Setting<Duration> NODE_EXPIRY = add(
            "master.node_expiry",
            duration("100ms", "24h"),
            "60s",
            MASTER,
            "A node silent for so long loses its session; at least `master.node_stale`.");
    static final Setting<Duration> WARMING_MIN = add(
            "master.warming_min",
            duration("0ms", "1h"),
            "5s",
            MASTER,
            "After its start the master says for so long at least that it may not know every block yet.");
    static final Setting<Integer> MASTER_INBOX = add(
            "master.inbox", count(1, 1_000_000), "4096", MASTER, "Requests that may wait; the next one fails at once.");
    static final Setting<Integer> EVENTS_RING = add(
            "events.ring",
            count(0, 10_000_000),
            "65536",
            MASTER,
            "Events about replicas that are kept for subscribers that are behind, about 200 bytes each once there has been"
                    + " a subscriber. 0: there are no events.");
    static final Setting<Integer> EVENTS_MAX_SUBSCRIBERS = add(
            "events.max_subscribers",
            count(1, 10_000),
            "64",
            MASTER,
            "Subscribers of events at one time; the next one is told so.");

    static {
        LIST.addAll(ZmqSettingList.ALL);
    }

    static final Setting<Boolean> ENABLE_PREFETCH_TRIGGER = add(
            "enable.prefetch_trigger",
            truth(),
            "false",
            MASTER,
            "Whether routers' triggers are heard; off, each is answered `DISABLED` and changes nothing. To be switched while"
                    + " the master runs, too.");
    static final Setting<Boolean> PREFETCH_STRICT_BUFFER = add(
            "prefetch.strict_buffer",
            truth(),
            "true",
            MASTER,
            "What is prefetched lands in a node's prefetch buffer or nowhere; off, in the main pool of a node without one.");
    static final Setting<Duration> PREFETCH_LEASE = add(
            "prefetch.lease",
            duration("1ms", "10m"),
            "10s",
            MASTER,
            "How long what was prefetched stays in memory beyond the moment it was needed for; its first use ends that.");
    static final Setting<Double> PROMOTION_WATERMARK = add(
            "promotion.watermark",
            share(),
            "0.95",
            MASTER,
            "The share of a node's main pool in use from which on nothing is promoted to it: its eviction cannot keep"
                    + " up. Above the nodes' `eviction.high`.");
    static final Setting<Integer> PROMOTION_QUEUE_LIMIT = add(
            "promotion.queue_limit",
            count(1, 1_000_000),
            "50000",
            MASTER,
            "Promotions under way, of all nodes together; what is beyond is `THROTTLED_CAP`.");
    static final Setting<Integer> PROMOTION_MAX_PER_PULL = add(
            "promotion.max_per_pull", count(1, 65_536), "32", MASTER, "Promotions that a node is handed at one time.");
    static final Setting<Duration> PROMOTION_TTL = add(
            "promotion.ttl",
            duration("100ms", "24h"),
            "600s",
            MASTER,
            "A promotion older than this ends, whatever its node does.");
    static final Setting<Boolean> PROMOTION_ON_HIT = add(
            "promotion.on_hit",
            truth(),
            "false",
            MASTER,
            "Whether blocks that gets find on SSD only are brought to the main pool of their node.");
    static final Setting<Integer> PROMOTION_ADMISSION_THRESHOLD = add(
            "promotion.admission_threshold",
            count(1, 100),
            "2",
            MASTER,
            "So many such gets of a block, lately, bring it; 1: the first.");
    static final Setting<Integer> RECORDER_EVENTS = add(
            "recorder.events",
            count(0, 1_000_000),
            "65536",
            BOTH,
            "Happenings that `forebay explain` can tell of; a batch of blocks is one. 0: nothing is recorded.");
    static final Setting<Long> RECORDER_BYTES = add(
            "recorder.bytes",
            size("1MiB", "16GiB"),
            "64MiB",
            BOTH,
            "The memory that they may take together, about; the oldest go first.");
    static final Setting<Duration> SHUTDOWN_TIMEOUT =
            add("shutdown.timeout", duration("100ms", "10m"), "10s", BOTH, "The bound on everything after SIGTERM.");
    static final Setting<LogFormat> LOG_FORMAT =
            add("log.format", choice(LogFormat.class), "text", BOTH, "How a log line looks, on standard error.");
    static final Setting<LogLevel> LOG_LEVEL =
            add("log.level", choice(LogLevel.class), "info", BOTH, "From which level on lines are logged.");

    static {
        LIST.addAll(RespSettingList.ALL);
    }

    /// Every setting, in the order of the documents.
    public static final List<Setting<?>> ALL = List.copyOf(LIST);

    private SettingList() {}

    /// The settings that mean anything to a process started so.
    public static List<Setting<?>> of(Role role) {
        return ALL.stream().filter(setting -> setting.appliesTo(role)).toList();
    }

    private static <T> Setting<T> add(String key, ValueType<T> type, String standard, Set<Role> roles, String doc) {
        Setting<T> setting = new Setting<>(key, type, standard, roles, doc);
        LIST.add(setting);
        return setting;
    }
}
