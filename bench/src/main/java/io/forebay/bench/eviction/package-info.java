/// How much of what the future would allow an eviction policy hits, on traces.
@NullMarked
package io.forebay.bench.eviction;

import org.jspecify.annotations.NullMarked;
