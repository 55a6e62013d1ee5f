package io.forebay.memory;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The layout of a pool file. Everything is little-endian, so that engines in other languages can read it.
///
/// ```
///     0  magic          8 bytes  "FOREBAYP"
///     8  version        8 bytes  1
///    16  nonce          8 bytes  proves to a client that it mapped the right file
///    24  boot           8 bytes  of the owner
///    32  granule        8 bytes  unit of allocation in bytes, a power of two
///    40  data offset    8 bytes  a multiple of 2 MiB: the head's end, rounded up
///    48  data size      8 bytes  a whole number of granules; the file ends with the data
///  4096  generations    8 bytes for each granule, in order
/// ```
public final class PoolFormat {
    /// "FOREBAYP" as a little-endian number.
    public static final long MAGIC = 0x50594142_45524F46L;
    /// The version that this build writes, and the only one that it reads.
    public static final long VERSION = 1;

    public static final long MAGIC_OFFSET = 0;
    public static final long VERSION_OFFSET = 8;
    public static final long NONCE_OFFSET = 16;
    public static final long BOOT_OFFSET = 24;
    public static final long GRANULE_OFFSET = 32;
    public static final long DATA_OFFSET_OFFSET = 40;
    public static final long DATA_SIZE_OFFSET = 48;
    public static final long GENERATIONS_OFFSET = 4096;

    /// The data area starts at a multiple of this, so that huge pages can back it.
    public static final long DATA_ALIGNMENT = 2 << 20;

    public static final int MIN_GRANULE_BYTES = 4 << 10;
    public static final int MAX_GRANULE_BYTES = 2 << 20;
    /// 1 TiB in granules of 4 KiB.
    public static final long MAX_GRANULES = 1 << 28;

    /// One number of the head.
    public static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

    private PoolFormat() {}

    static boolean isGranule(long bytes) {
        return bytes >= MIN_GRANULE_BYTES && bytes <= MAX_GRANULE_BYTES && Long.bitCount(bytes) == 1;
    }

    static long dataOffset(long granules) {
        long headBytes = GENERATIONS_OFFSET + granules * Long.BYTES;
        return (headBytes + DATA_ALIGNMENT - 1) & -DATA_ALIGNMENT;
    }
}
