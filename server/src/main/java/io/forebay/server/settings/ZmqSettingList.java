package io.forebay.server.settings;

import static io.forebay.server.settings.ValueTypes.choice;
import static io.forebay.server.settings.ValueTypes.count;
import static io.forebay.server.settings.ValueTypes.duration;
import static io.forebay.server.settings.ValueTypes.name;
import static io.forebay.server.settings.ValueTypes.size;

import io.forebay.core.answer.InvalidInput;
import io.forebay.gateway.events.BatchForm;
import io.forebay.gateway.events.HashForm;
import io.forebay.gateway.events.TopicPattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The settings of the events that a master publishes as vLLM does; a part of [SettingList].
final class ZmqSettingList {
    private static final List<Setting<?>> LIST = new ArrayList<>();

    static final Setting<String> ENDPOINT = add(
            "events.zmq.endpoint",
            endpoint(),
            "",
            "Where events are published over ZeroMQ as vLLM publishes its own, `tcp://*:5557` say; by default nowhere.");
    static final Setting<String> REPLAY_ENDPOINT = add(
            "events.zmq.replay_endpoint",
            endpoint(),
            "",
            "Where subscribers ask for events that they have missed, `tcp://*:5558` say; by default nowhere.");
    static final Setting<Integer> BUFFER_STEPS = add(
            "events.zmq.buffer_steps",
            count(1, 10_000_000),
            "10000",
            "Batches that are kept for those who have missed some; beyond them they get all that stands.");
    static final Setting<Long> BUFFER_BYTES = add(
            "events.zmq.buffer_bytes",
            size("1MiB", "64GiB"),
            "256MiB",
            "The memory that these batches may take; the oldest go first.");
    static final Setting<Integer> HWM = add(
            "events.zmq.hwm",
            count(1, 10_000_000),
            "10000",
            "Batches that wait for a slow subscriber, at most 300 KB each; it misses what is beyond.");
    static final Setting<TopicPattern> TOPIC = add(
            "events.zmq.topic",
            topic(),
            TopicPattern.STANDARD,
            "The topic of a node's blocks, with `{node}`, `{model}`, `{tenant}` and `{fingerprint}` in it. Where one model"
                    + " has several tenants or layouts, name them.");
    static final Setting<BatchForm> FORM = add(
            "events.zmq.form",
            choice(BatchForm.class),
            "array",
            "Events as an `array` of their fields, or as a `map`, as newer versions of vLLM write them.");
    static final Setting<HashForm> HASH = add(
            "events.zmq.hash",
            choice(HashForm.class),
            "bytes",
            "Blocks are named by the `bytes` of their hashes, or by the last eight of them as a number, `uint64`.");
    static final Setting<Integer> BLOCK_SIZE = add(
            "events.zmq.block_size",
            count(0, 65_536),
            "16",
            "The tokens in a block, as events say it: Forebay does not know what its engines have chosen.");
    static final Setting<String> SSD_MEDIUM =
            add("events.zmq.ssd_medium", name(), "STORAGE", "What an SSD is called in events; memory is `CPU`.");
    static final Setting<Duration> HEARTBEAT = add(
            "events.zmq.heartbeat",
            duration("0ms", "1h"),
            "5s",
            "After so long a silence an empty batch shows whether the last ones were missed; 0: never.");

    /// All of them, in the order of the documents.
    static final List<Setting<?>> ALL = List.copyOf(LIST);

    private ZmqSettingList() {}

    private static <T> Setting<T> add(String key, ValueType<T> type, String standard, String doc) {
        Setting<T> setting = new Setting<>(key, type, standard, Set.of(Role.MASTER), doc);
        LIST.add(setting);
        return setting;
    }

    private static ValueType<String> endpoint() {
        return new ValueType<>("endpoint", "tcp://host:port, `*` for every address", text -> {
            boolean right = text.isEmpty() || text.matches("tcp://[^\\s/:@]+:([0-9]{1,5}|\\*)");
            if (!right) {
                throw new IllegalArgumentException("is no endpoint");
            }
            return text;
        });
    }

    private static ValueType<TopicPattern> topic() {
        return new ValueType<>("topic", "a text with {node} in it", text -> {
            try {
                return new TopicPattern(text);
            } catch (InvalidInput wrong) {
                throw new IllegalArgumentException(wrong.reason(), wrong);
            }
        });
    }
}
