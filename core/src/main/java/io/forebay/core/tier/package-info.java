/// Which resident block goes first: eviction policies.
@NullMarked
package io.forebay.core.tier;

import org.jspecify.annotations.NullMarked;
