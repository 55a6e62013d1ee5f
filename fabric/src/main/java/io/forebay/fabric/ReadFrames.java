package io.forebay.fabric;

import java.nio.ByteBuffer;

/// The frames of a [ConnectionKind#READ] connection, all numbers big-endian. Replies come in the order of the
/// requests.
///
/// | frame | fields |
/// | --- | --- |
/// | request, 40 bytes | read id 8, index in the read 4, region 4, offset 8, length 8, generation 8 |
/// | reply, 16 bytes | read id 8, index 4, status 4 |
/// | after an `OK` reply | the bytes; then a trailer of 8 bytes: index 4, status 4 (`OK` or `STALE`) |
///
/// The ranges of one read follow each other. After the first one of a read that is not `OK` in both places the server
/// skips the rest of that read without a reply. The trailer's status is taken after the bytes were handed to the
/// socket, so an extent that was freed under the copy is noticed.
final class ReadFrames {
    static final int REQUEST_BYTES = 40;
    static final int REPLY_BYTES = 16;
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

    static void putReply(ByteBuffer buffer, long readId, int index, int status) {
        buffer.putLong(readId).putInt(index).putInt(status);
    }

    static void putTrailer(ByteBuffer buffer, int index, int status) {
        buffer.putInt(index).putInt(status);
    }
}
