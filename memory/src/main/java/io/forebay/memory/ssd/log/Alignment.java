package io.forebay.memory.ssd.log;

import io.forebay.memory.ssd.format.SsdFormat;
import java.lang.foreign.MemorySegment;

/// Whether memory can be read into or written from past the page cache.
final class Alignment {
    private Alignment() {}

    static boolean isAligned(MemorySegment segment) {
        return segment.isNative()
                && segment.address() % SsdFormat.PAGE_BYTES == 0
                && segment.byteSize() % SsdFormat.PAGE_BYTES == 0;
    }
}
