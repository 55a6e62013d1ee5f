package io.forebay.server.settings;

import static io.forebay.server.settings.ValueTypes.choice;
import static io.forebay.server.settings.ValueTypes.count;
import static io.forebay.server.settings.ValueTypes.duration;
import static io.forebay.server.settings.ValueTypes.optionalPath;
import static io.forebay.server.settings.ValueTypes.optionalPort;
import static io.forebay.server.settings.ValueTypes.secret;
import static io.forebay.server.settings.ValueTypes.share;
import static io.forebay.server.settings.ValueTypes.truth;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The settings of a node's RESP gateway; a part of [SettingList].
final class RespSettingList {
    private static final List<Setting<?>> LIST = new ArrayList<>();

    static final Setting<Optional<Integer>> PORT = add(
            "resp.port",
            optionalPort(),
            "",
            "The port for clients of Redis (docs/resp.md), 0: the system chooses; by default there is none.");
    static final Setting<String> PASSWORD = add(
            "resp.password",
            secret(),
            "",
            "What these clients have to say first; by default nothing. Better in the file or the environment than in a"
                    + " flag, which every user of the host can see.");
    static final Setting<Optional<Path>> TLS_CERTIFICATE = add(
            "resp.tls.certificate",
            optionalPath(),
            "",
            "The certificate chain, PEM, with which `resp.port` speaks TLS; by default it speaks in the clear.");
    static final Setting<Optional<Path>> TLS_KEY =
            add("resp.tls.key", optionalPath(), "", "The private key that belongs to it, PEM (PKCS #8).");
    static final Setting<Double> SHARE = add(
            "resp.share",
            share(),
            "0.5",
            "The share of the pool that these clients' values may take, values on their way included.");
    static final Setting<Integer> MAX_KEYS = add(
            "resp.max_keys",
            count(1, 100_000_000),
            "1000000",
            "Keys at one time, some 300 bytes of heap and the key for each; beyond it the least recently used goes.");
    static final Setting<Integer> MAX_CONNECTIONS =
            add("resp.max_connections", count(1, 65_536), "1024", "Connections at one time; the next one is refused.");
    static final Setting<Overwrite> OVERWRITE = add(
            "resp.overwrite",
            choice(Overwrite.class),
            "replace",
            "What a SET of a key that has a value does: `replace` it, or `keep` it and answer OK.");
    static final Setting<Boolean> EVICT = add(
            "resp.evict",
            truth(),
            "true",
            "Whether values leave memory for new ones, the least recently used first; off, what has no room is refused.");
    static final Setting<Boolean> FLUSH =
            add("resp.flush", truth(), "false", "Whether FLUSHALL and FLUSHDB are carried out; off, they are refused.");
    static final Setting<Boolean> CLOSE_AFTER_ERROR = add(
            "resp.close_after_error",
            truth(),
            "false",
            "Whether a connection ends behind an error, for clients that do not read errors to their end.");
    static final Setting<Duration> REQUEST_TIMEOUT = add(
            "resp.request_timeout",
            duration("100ms", "1h"),
            "30s",
            "A request, or a reply that waits for its client, that moves less than 64KiB in this time ends its connection.");
    static final Setting<Duration> IDLE_TIMEOUT = add(
            "resp.idle_timeout",
            duration("100ms", "24h"),
            "1h",
            "A connection without a request for so long is closed.");

    /// All of them, in the order of the documents.
    static final List<Setting<?>> ALL = Collections.unmodifiableList(LIST);

    private RespSettingList() {}

    private static <T> Setting<T> add(String key, ValueType<T> type, String standard, String doc) {
        Setting<T> setting = new Setting<>(key, type, standard, Set.of(Role.NODE), doc);
        LIST.add(setting);
        return setting;
    }
}
