/// Doubts: a whole cluster in one thread from one seed. The real master, nodes, pools and ledgers run on a virtual
/// clock over a network that delays, drops, duplicates and reorders, and every event is followed by a check of what
/// must hold.
@NullMarked
package io.forebay.sim;

import org.jspecify.annotations.NullMarked;
