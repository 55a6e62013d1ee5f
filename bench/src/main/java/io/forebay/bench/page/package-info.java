/// The pages on which servers say their figures, read from outside.
@NullMarked
package io.forebay.bench.page;

import org.jspecify.annotations.NullMarked;
