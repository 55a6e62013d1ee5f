/// A running cluster at a glance, read from the pages of its processes: what they say, what is wrong, and how fast it
/// goes.
@NullMarked
package io.forebay.cli.look;

import org.jspecify.annotations.NullMarked;
