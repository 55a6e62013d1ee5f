/// Whether prefetching would pay, told from a trace before it is switched on.
@NullMarked
package io.forebay.bench.measure;

import org.jspecify.annotations.NullMarked;
