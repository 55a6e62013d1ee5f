/// Faults on the wire between real processes, driven from tests and replays: the kernels that tests run on have neither
/// a packet filter nor a delay queue to spare.
@NullMarked
package io.forebay.bench.fault;

import org.jspecify.annotations.NullMarked;
