/// Promises to leave blocks in place: engine leases and transfer locks, with their deadlines.
@NullMarked
package io.forebay.core.lease;

import org.jspecify.annotations.NullMarked;
