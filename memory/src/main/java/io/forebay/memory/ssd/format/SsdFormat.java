package io.forebay.memory.ssd.format;

/// Sizes that every part of the format shares. A file is a row of items, each at a multiple of 4 KiB:
///
/// ```
/// ┌ head ┬ record ┬ record ┬ tombstones ┬ record ┬ … ┬ footer ┬ trailer ┐    item = head pages, then body pages
/// └ 4 KiB┴────────┴────────┴────────────┴────────┴───┴────────┴─ 4 KiB ─┘
/// ```
///
/// A file that was closed properly ends with its trailer, which says where the footer is; the footer lists the
/// records. Every head names its file and its own offset, and has a checksum: bytes of a block that look like
/// an item are never taken for one, since nobody who writes blocks knows the file's nonce. docs/ssd.md has the
/// tables.
public final class SsdFormat {
    /// The version that this build writes, and the only one that it reads.
    public static final int VERSION = 1;
    /// Items, and every I/O, are aligned to this.
    public static final int PAGE_BYTES = 4 << 10;
    /// Of a record's head: 65,536 slots and the longest names fit.
    public static final int MAX_RECORD_HEAD_BYTES = 1 << 20;
    /// Of any head; what claims more is not a head.
    public static final int MAX_HEAD_BYTES = 1 << 28;

    private SsdFormat() {}

    /// Rounded up to whole pages.
    public static long pages(long bytes) {
        return (bytes + PAGE_BYTES - 1) & -PAGE_BYTES;
    }
}
