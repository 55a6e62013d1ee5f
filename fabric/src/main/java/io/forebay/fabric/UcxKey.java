package io.forebay.fabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;

/// What a peer needs to read a region over UCX: `address:rkey`, both in hexadecimal. It is the region's key in an
/// endpoint of `ucx`.
///
/// @param address of the region's first byte, in the process that registered it
/// @param packed the packed remote key, in hexadecimal
record UcxKey(long address, String packed) {
    /// UCX reads a packed key as far as the key itself says. Zeroes behind it end what is cut off.
    private static final long PADDING_BYTES = 512;

    private static final int MAX_BYTES = 4096;

    /// Reads the text form.
    ///
    /// @throws FabricException when `text` is not one
    static UcxKey parse(String text) throws FabricException {
        int colon = text.indexOf(':');
        try {
            int length = HexFormat.of().parseHex(text.substring(colon + 1)).length;
            if (colon > 0 && length > 0 && length <= MAX_BYTES) {
                return new UcxKey(Long.parseUnsignedLong(text.substring(0, colon), 16), text.substring(colon + 1));
            }
        } catch (IllegalArgumentException e) {
            throw new FabricException("not a key of a ucx region (address:rkey): " + text, e);
        }
        throw new FabricException("not a key of a ucx region (address:rkey): " + text);
    }

    static UcxKey of(long address, byte[] packed) {
        return new UcxKey(address, HexFormat.of().formatHex(packed));
    }

    MemorySegment padded(Arena arena) {
        return padded(HexFormat.of().parseHex(packed), arena);
    }

    /// What a peer sent, with zeroes behind it.
    static MemorySegment padded(byte[] bytes, Arena arena) {
        MemorySegment segment = arena.allocate(bytes.length + PADDING_BYTES, 8);
        segment.copyFrom(MemorySegment.ofArray(bytes));
        return segment;
    }

    @Override
    public String toString() {
        return Long.toHexString(address) + ":" + packed;
    }
}
