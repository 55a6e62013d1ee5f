/// Classes that do each thing once that only the one builder may do. They pose as `node`'s.
@NullMarked
package io.forebay.node.broken;

import org.jspecify.annotations.NullMarked;
