/// Tests of the simulated cluster.
@NullMarked
package io.forebay.sim;

import org.jspecify.annotations.NullMarked;
