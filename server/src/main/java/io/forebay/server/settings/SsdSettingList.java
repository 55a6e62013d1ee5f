package io.forebay.server.settings;

import static io.forebay.server.settings.ValueTypes.choice;
import static io.forebay.server.settings.ValueTypes.count;
import static io.forebay.server.settings.ValueTypes.duration;
import static io.forebay.server.settings.ValueTypes.paths;
import static io.forebay.server.settings.ValueTypes.size;

import io.forebay.core.tier.SsdWriting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The settings of a node's SSDs; a part of [SettingList].
final class SsdSettingList {
    private static final List<Setting<?>> LIST = new ArrayList<>();

    static final Setting<List<Path>> DIRECTORIES = add(
            "ssd.directories",
            paths(),
            "",
            "A directory on each SSD for blocks, with commas between them, each this node's alone; by default none.");
    static final Setting<Long> SIZE = add(
            "ssd.size",
            size("1MiB", "1024TiB"),
            "16GiB",
            "What the node may take of each directory at any moment; less where the file system has less.");
    static final Setting<SsdWriting> WRITE = add(
            "ssd.write",
            choice(SsdWriting.class),
            "at_seal",
            "When a block is written: `at_seal` as soon as it is saved, `at_second_use` when it is asked for,"
                    + " `on_eviction` when it is about to leave memory.");
    static final Setting<Long> FILE_SIZE = add(
            "ssd.file_size",
            size("64KiB", "4GiB"),
            "256MiB",
            "The size of a log file, the unit in which room is made; smaller where fewer than 8 would fit, larger, up to"
                    + " 4GiB, where more than 512 would.");
    static final Setting<Integer> READ_THREADS =
            add("ssd.read_threads", count(1, 256), "8", "Reads of a directory at one time.");
    static final Setting<Integer> WRITE_THREADS =
            add("ssd.write_threads", count(1, 256), "4", "Writes to a directory at one time.");
    static final Setting<Long> WRITE_QUEUE = add(
            "ssd.write_queue",
            size("1MiB", "64GiB"),
            "256MiB",
            "Bytes that may wait to be written to a directory, held in memory; for each at most an eighth of the pool. What"
                    + " finds no room in it is not written.");
    static final Setting<Integer> LIVE_PERCENT = add(
            "ssd.live_percent",
            count(10, 100),
            "90",
            "So much of a directory's room holds blocks that are served; beyond it the least recently used go, one by one."
                    + " The rest is what makes room cheap: with less of it more is copied.");
    static final Setting<Integer> COPY_PERCENT = add(
            "ssd.copy_percent",
            count(0, 90),
            "75",
            "Of a log file that makes room, so much at most is copied forward, else more goes: at p every byte is written"
                    + " 100 / (100 - p) times at worst.");
    static final Setting<Duration> IO_DEADLINE = add(
            "ssd.io_deadline",
            duration("10ms", "10m"),
            "5s",
            "A read or write that takes longer has failed; three within 10 s, and the directory is left alone for 1 s, then"
                    + " longer, at most 30 s.");

    /// All of them, in the order of the documents.
    static final List<Setting<?>> ALL = List.copyOf(LIST);

    private SsdSettingList() {}

    private static <T> Setting<T> add(String key, ValueType<T> type, String standard, String doc) {
        Setting<T> setting = new Setting<>(key, type, standard, Set.of(Role.NODE), doc);
        LIST.add(setting);
        return setting;
    }
}
