/// What a device's directory has, for people and tools that only look: nothing is locked, written or removed.
@NullMarked
package io.forebay.memory.ssd.look;

import org.jspecify.annotations.NullMarked;
