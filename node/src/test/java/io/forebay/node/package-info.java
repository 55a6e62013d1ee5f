/// Tests of the node.
@NullMarked
package io.forebay.node;

import org.jspecify.annotations.NullMarked;
