/// Request traces: the file format, a reader that says what is wrong with a line, a synthetic trace from a seed, and
/// the replay of an eviction policy over one.
@NullMarked
package io.forebay.sim.trace;

import org.jspecify.annotations.NullMarked;
