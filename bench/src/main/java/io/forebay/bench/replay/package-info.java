/// A trace played against real processes with real bytes: prefill on one node, decode on the next, every byte
/// checked.
@NullMarked
package io.forebay.bench.replay;

import org.jspecify.annotations.NullMarked;
