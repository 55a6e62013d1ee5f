/// The SSD log: blocks in large append-only files on one or more devices, found again after a restart, verified
/// with each read. [SsdTier] is its door; docs/ssd.md says what it guarantees.
@NullMarked
package io.forebay.memory.ssd;

import org.jspecify.annotations.NullMarked;
