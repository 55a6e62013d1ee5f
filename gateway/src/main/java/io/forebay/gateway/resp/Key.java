package io.forebay.gateway.resp;

import java.util.Arrays;

/// A client's key: up to 4 KiB of any bytes, compared byte by byte.
final class Key {
    /// The longest key.
    static final int MAX_BYTES = 4_096;

    private final byte[] bytes;
    private final int hash;

    /// @param bytes changed by nobody from now on
    Key(byte[] bytes) {
        this.bytes = bytes;
        this.hash = Arrays.hashCode(bytes);
    }

    /// Not to be changed.
    byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Key key && key.hash == hash && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
