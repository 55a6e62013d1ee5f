/// The replay with a router: arrivals in time, lookups, triggers, and what an engine's get then meets.
@NullMarked
package io.forebay.bench.router;

import org.jspecify.annotations.NullMarked;
