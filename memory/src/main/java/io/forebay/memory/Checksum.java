package io.forebay.memory;

import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;

/// The checksum of a slot: CRC32C (Castagnoli, as in iSCSI, RFC 3720).
public final class Checksum {
    /// A byte buffer has no more than 2 GiB - 1; a slot may have 2 GiB.
    private static final long PART_BYTES = 1 << 30;

    private Checksum() {}

    /// CRC32C over all bytes of native memory of this process's own. Never over a peer's mapping: a page that the
    /// peer took away is an error that a copy survives and the JDK's checksum routine does not.
    public static int of(MemorySegment bytes) {
        CRC32C checksum = new CRC32C();
        for (long at = 0; at < bytes.byteSize(); at += PART_BYTES) {
            checksum.update(bytes.asSlice(at, Math.min(PART_BYTES, bytes.byteSize() - at))
                    .asByteBuffer());
        }
        return (int) checksum.getValue();
    }
}
