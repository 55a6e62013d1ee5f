/// What the SSD tier and those who use it say to each other: settings, writes, reads, their ends, and what the
/// tier asks for in return.
@NullMarked
package io.forebay.memory.ssd.terms;

import org.jspecify.annotations.NullMarked;
