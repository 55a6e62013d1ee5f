/// What backs a pool's file: the size of its pages, the NUMA nodes that they lie on, whether they may be
/// swapped; what the system says about it, and the calls that ask for it.
@NullMarked
package io.forebay.memory.backing;

import org.jspecify.annotations.NullMarked;
