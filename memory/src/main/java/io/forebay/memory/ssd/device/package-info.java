/// One device behind the tier: its files, its queues, its threads' work. All state is guarded by the tier's one
/// lock, which no I/O and no call to others is ever made under.
@NullMarked
package io.forebay.memory.ssd.device;

import org.jspecify.annotations.NullMarked;
