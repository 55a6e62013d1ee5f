/// One half of a cycle.
@NullMarked
package io.forebay.core.broken.two;

import org.jspecify.annotations.NullMarked;
