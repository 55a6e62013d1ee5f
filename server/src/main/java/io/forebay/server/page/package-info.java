/// The page at `/` and the JSON behind it: what a process says of itself, now and of the last hour.
@NullMarked
package io.forebay.server.page;

import org.jspecify.annotations.NullMarked;
