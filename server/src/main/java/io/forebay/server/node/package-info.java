/// A node's process: its pool, fabrics, ports and figures around one [io.forebay.node.Node].
@NullMarked
package io.forebay.server.node;

import org.jspecify.annotations.NullMarked;
