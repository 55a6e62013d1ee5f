/// How long a node takes to find a prefix and lease it.
@NullMarked
package io.forebay.bench.query;

import org.jspecify.annotations.NullMarked;
