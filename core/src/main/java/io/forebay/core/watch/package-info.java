/// Waiting for blocks: who wants a whole chain, and which block each lacks.
@NullMarked
package io.forebay.core.watch;

import org.jspecify.annotations.NullMarked;
