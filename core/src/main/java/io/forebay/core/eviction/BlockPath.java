package io.forebay.core.eviction;

/// The blocks of one request, front to back, from the first block of their chain on. Read while the call lasts to
/// which it is given, and not kept.
public interface BlockPath {
    int length();

    /// The key of a block, as its [Evictable] has it.
    ///
    /// @param index 0 to `length() - 1`
    long key(int index);

    /// The path with these keys.
    static BlockPath of(long... keys) {
        return new BlockPath() {
            @Override
            public int length() {
                return keys.length;
            }

            @Override
            public long key(int index) {
                return keys[index];
            }
        };
    }
}
