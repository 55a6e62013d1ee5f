/// Bytes at rest: a node's DRAM pool in shared memory, and the same file opened by a peer or by an engine.
@NullMarked
package io.forebay.memory;

import org.jspecify.annotations.NullMarked;
