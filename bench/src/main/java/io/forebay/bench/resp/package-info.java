/// The `resp` measurement: the gateway beside Redis.
@NullMarked
package io.forebay.bench.resp;

import org.jspecify.annotations.NullMarked;
