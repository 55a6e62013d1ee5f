package io.forebay.core.answer;

import java.util.Collection;

/// The limits of the public interface (architecture §7) and the checks that name them.
public final class Limits {
    /// Keys in one query or reserve.
    public static final int MAX_KEYS = 65_536;
    /// Keys in one ledger batch, registrations and retirements together.
    public static final int MAX_LEDGER_KEYS = 16_384;
    /// Bytes of a block hash.
    public static final int MAX_HASH_BYTES = 64;
    /// Characters of a name: model, tenant, node, instance, request.
    public static final int MAX_NAME_CHARS = 256;
    /// Slots that one reply to a query describes, over all its blocks: less than 40 bytes each wherever they
    /// lie, so that it fits a message.
    public static final int MAX_REPLY_SLOTS = 1 << 20;
    /// Bytes of one message on the wire.
    public static final int MAX_MESSAGE_BYTES = 64 << 20;

    private Limits() {}

    /// Blocks of so many slots that one reply to a query can describe; at least 1.
    public static int replyBlocks(int slotCount) {
        return Math.max(1, MAX_REPLY_SLOTS / slotCount);
    }

    /// A non-empty collection of at most [#MAX_KEYS].
    public static <C extends Collection<?>> C keys(String field, C keys) {
        return counted(field, keys, MAX_KEYS);
    }

    /// A non-empty collection of at most `limit`.
    public static <C extends Collection<?>> C counted(String field, C keys, int limit) {
        InvalidInput.unless(!keys.isEmpty(), field, "is empty; at least 1 is needed");
        InvalidInput.unless(keys.size() <= limit, field, "has " + keys.size() + " entries; the limit is " + limit);
        return keys;
    }

    /// A non-empty name of at most [#MAX_NAME_CHARS] characters.
    public static String name(String field, String value) {
        InvalidInput.unless(!value.isEmpty(), field, "is empty");
        return optionalName(field, value);
    }

    /// A name that may be empty, of at most [#MAX_NAME_CHARS] characters.
    public static String optionalName(String field, String value) {
        InvalidInput.unless(
                value.length() <= MAX_NAME_CHARS,
                field,
                "has " + value.length() + " characters; the limit is " + MAX_NAME_CHARS);
        return value;
    }
}
