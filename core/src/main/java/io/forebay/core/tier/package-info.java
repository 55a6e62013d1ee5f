/// Where replicas are on a node, and when they are written to the slower place.
@NullMarked
package io.forebay.core.tier;

import org.jspecify.annotations.NullMarked;
