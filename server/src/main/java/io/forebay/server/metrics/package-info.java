/// Prometheus metrics, read from snapshots when somebody scrapes, never pushed by the rooms that count.
@NullMarked
package io.forebay.server.metrics;

import org.jspecify.annotations.NullMarked;
