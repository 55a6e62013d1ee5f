/// Processes and files that a measurement or a replay starts and must not leave behind.
@NullMarked
package io.forebay.bench.process;

import org.jspecify.annotations.NullMarked;
