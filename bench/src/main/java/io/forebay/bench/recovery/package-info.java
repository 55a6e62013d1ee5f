/// What a fault costs those who are not dead: the queries that met a killed owner, the cache of a master that starts
/// again.
@NullMarked
package io.forebay.bench.recovery;

import org.jspecify.annotations.NullMarked;
