/// How the look-up of a region grows with their number.
@NullMarked
package io.forebay.bench.region;

import org.jspecify.annotations.NullMarked;
