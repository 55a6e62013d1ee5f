/// What everything that runs has in common: where it can be reached, how it ends, and who closes what.
@NullMarked
package io.forebay.server.running;

import org.jspecify.annotations.NullMarked;
