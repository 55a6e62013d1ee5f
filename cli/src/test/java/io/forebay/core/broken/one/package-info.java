/// One half of a cycle.
@NullMarked
package io.forebay.core.broken.one;

import org.jspecify.annotations.NullMarked;
