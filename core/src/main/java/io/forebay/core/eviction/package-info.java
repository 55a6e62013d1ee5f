/// Which resident block goes first: one interface for eviction policies, and the policies.
@NullMarked
package io.forebay.core.eviction;

import org.jspecify.annotations.NullMarked;
