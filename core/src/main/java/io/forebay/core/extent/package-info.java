/// Where a block lies in memory: extents of a pool, their generations, and the slots that a sealed block consists of.
@NullMarked
package io.forebay.core.extent;

import org.jspecify.annotations.NullMarked;
