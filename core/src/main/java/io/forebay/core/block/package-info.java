/// What a block is called: a namespace, a chained hash, and the key of both. Full keys are compared, never a short
/// hash alone.
@NullMarked
package io.forebay.core.block;

import org.jspecify.annotations.NullMarked;
