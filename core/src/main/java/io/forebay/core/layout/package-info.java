/// How a block lies in memory: the one source from which register, save, load and peers derive slots and segments.
@NullMarked
package io.forebay.core.layout;

import org.jspecify.annotations.NullMarked;
