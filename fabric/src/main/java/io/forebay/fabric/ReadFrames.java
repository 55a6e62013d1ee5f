package io.forebay.fabric;

import java.nio.ByteBuffer;

/// The frames of a [ConnectionKind#READ] connection, all numbers big-endian. Replies come in the order of the
/// requests.
///
/// | frame | fields |
/// | --- | --- |
/// | request, 40 bytes | read id 8, index in the read 4, region 4, offset 8, length 8, generation 8 |
/// | reply, 20 bytes | read id 8, index 4, count 4, status 4 |
/// | after an `OK` reply | the bytes of `count` ranges from `index` on; then a trailer of 8 bytes: confirmed 4, status
/// 4 |
///
/// The ranges of one read follow each other, and neighbours are answered together, so that small slots do not cost a
/// system call each. After the first range that is not `OK` in both places the server skips the rest of that read
/// without a reply. A trailer is taken after the bytes were handed to the socket, so an extent that was freed under
/// the copy is noticed: `confirmed` leading ranges still held then, and the status is `STALE` unless all did.
final class ReadFrames {
    static final int REQUEST_BYTES = 40;
    static final int REPLY_BYTES = 20;
    static final int TRAILER_BYTES = 8;

    static final int OK = 0;
    static final int STALE = 1;
    static final int UNKNOWN_REGION = 2;
    static final int OUT_OF_BOUNDS = 3;

    private ReadFrames() {}

    static void putRequest(ByteBuffer buffer, long readId, int index, ReadRange range) {
        buffer.putLong(readId).putInt(index).putInt(range.region());
        buffer.putLong(range.offsetBytes()).putLong(range.lengthBytes()).putLong(range.generation());
    }

    /// @param count ranges whose bytes follow; 0 unless `status` is `OK`
    static void putReply(ByteBuffer buffer, long readId, int index, int count, int status) {
        buffer.putLong(readId).putInt(index).putInt(count).putInt(status);
    }

    static void putTrailer(ByteBuffer buffer, int confirmed, int status) {
        buffer.putInt(confirmed).putInt(status);
    }
}
