/// Reads of a peer's memory, as fast as a fabric makes them: two processes, and nothing of a node but its
/// verification.
@NullMarked
package io.forebay.bench.peer;

import org.jspecify.annotations.NullMarked;
