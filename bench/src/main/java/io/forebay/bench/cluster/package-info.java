/// A master and nodes as processes of this machine, with engines beside the nodes.
@NullMarked
package io.forebay.bench.cluster;

import org.jspecify.annotations.NullMarked;
