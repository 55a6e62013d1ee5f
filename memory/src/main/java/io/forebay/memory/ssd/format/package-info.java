/// What a log file of the SSD tier consists of, byte by byte: items, their heads, record heads, footers. Bytes
/// in, records out; no file is touched here.
@NullMarked
package io.forebay.memory.ssd.format;

import org.jspecify.annotations.NullMarked;
