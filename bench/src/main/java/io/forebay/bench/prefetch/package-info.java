/// What a trigger costs until its blocks are in memory, against bare reads of the same SSD.
@NullMarked
package io.forebay.bench.prefetch;

import org.jspecify.annotations.NullMarked;
