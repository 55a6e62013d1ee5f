package io.forebay.memory.ssd.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.zip.CRC32C;

/// One item's head: what all kinds share, and the payload that its kind gives a meaning.
///
/// ```
///  0  magic      8 bytes  the kind
///  8  version    4
/// 12  checksum   4        CRC32C of the whole head, with zero in this place
/// 16  head       4        bytes of the head, whole pages
/// 20  payload    4        bytes of the payload, which starts at 64
/// 24  body       8        bytes that follow the head, without what fills the last page
/// 32  file       8        number of the file
/// 40  nonce      8        of the file
/// 48  offset     8        of this item in the file
/// 56  sequence   8        grows with each record and tombstone of a tier; 0 for other kinds
/// ```
///
/// @param headBytes whole pages
/// @param payload read-only
public record Item(ItemKind kind, long sequence, int headBytes, long bodyBytes, ByteBuffer payload) {
    /// Where the payload starts.
    public static final int PAYLOAD_OFFSET = 64;

    private static final int CHECKSUM_OFFSET = 12;

    /// A view of its own for each caller.
    @Override
    public ByteBuffer payload() {
        return payload.duplicate();
    }

    /// Bytes of the head and the body, in whole pages.
    public long totalBytes() {
        return headBytes + SsdFormat.pages(bodyBytes);
    }

    /// Pages of a head with such a payload, in bytes.
    public static int headBytes(int payloadBytes) {
        return Math.toIntExact(SsdFormat.pages(PAYLOAD_OFFSET + (long) payloadBytes));
    }

    /// The bytes of a head.
    public static byte[] encode(ItemKind kind, ItemPlace place, long sequence, long bodyBytes, byte[] payload) {
        byte[] head = new byte[headBytes(payload.length)];
        ByteBuffer.wrap(head)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(kind.magic())
                .putInt(SsdFormat.VERSION)
                .putInt(0)
                .putInt(head.length)
                .putInt(payload.length)
                .putLong(bodyBytes)
                .putLong(place.file().number())
                .putLong(place.file().nonce())
                .putLong(place.offset())
                .putLong(sequence)
                .put(payload);
        ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).putInt(CHECKSUM_OFFSET, checksum(head));
        return head;
    }

    /// The length of the head whose first page this is, if it looks like one at all.
    public static Optional<Integer> headBytes(ByteBuffer page) {
        ByteBuffer fields = page.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        int at = fields.position();
        if (fields.remaining() < PAYLOAD_OFFSET
                || ItemKind.of(fields.getLong(at)).isEmpty()) {
            return Optional.empty();
        }
        int headBytes = fields.getInt(at + 16);
        boolean possible = headBytes >= SsdFormat.PAGE_BYTES
                && headBytes <= SsdFormat.MAX_HEAD_BYTES
                && headBytes % SsdFormat.PAGE_BYTES == 0;
        return possible ? Optional.of(headBytes) : Optional.empty();
    }

    /// Reads a whole head; empty unless every field holds together, the checksum is right, and it belongs to
    /// `place`.
    public static Optional<Item> decode(byte[] head, ItemPlace place) {
        if (!headBytes(ByteBuffer.wrap(head)).equals(Optional.of(head.length)) || version(head) != SsdFormat.VERSION) {
            return Optional.empty();
        }
        ByteBuffer fields = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
        int payloadBytes = fields.getInt(20);
        long bodyBytes = fields.getLong(24);
        boolean holds = payloadBytes >= 0
                && payloadBytes <= head.length - PAYLOAD_OFFSET
                && bodyBytes >= 0
                && bodyBytes <= Long.MAX_VALUE / 2
                && fields.getLong(32) == place.file().number()
                && fields.getLong(40) == place.file().nonce()
                && fields.getLong(48) == place.offset()
                && fields.getInt(CHECKSUM_OFFSET) == checksum(head);
        if (!holds) {
            return Optional.empty();
        }
        ByteBuffer payload = fields.slice(PAYLOAD_OFFSET, payloadBytes).asReadOnlyBuffer();
        return ItemKind.of(fields.getLong(0))
                .map(kind -> new Item(kind, fields.getLong(56), head.length, bodyBytes, payload));
    }

    /// True for an intact head of an item that another file had in this place before.
    public static boolean isOfAnotherFile(byte[] head, FileId id) {
        ByteBuffer fields = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
        return isIntact(head) && !(fields.getLong(32) == id.number() && fields.getLong(40) == id.nonce());
    }

    private static boolean isIntact(byte[] head) {
        return headBytes(ByteBuffer.wrap(head)).equals(Optional.of(head.length))
                && ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt(CHECKSUM_OFFSET) == checksum(head);
    }

    /// The version that an intact head of whatever version claims; [SsdFormat#VERSION] for one that is damaged.
    public static int versionOf(byte[] head) {
        return isIntact(head) ? version(head) : SsdFormat.VERSION;
    }

    private static int version(byte[] head) {
        return ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt(8);
    }

    private static int checksum(byte[] head) {
        CRC32C checksum = new CRC32C();
        checksum.update(head, 0, CHECKSUM_OFFSET);
        checksum.update(new byte[Integer.BYTES]);
        int rest = CHECKSUM_OFFSET + Integer.BYTES;
        checksum.update(head, rest, head.length - rest);
        return (int) checksum.getValue();
    }
}
