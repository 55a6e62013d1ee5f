/// Keeps blocks: save, query, fetch, serve and evict, each a decision of `core` carried out over `memory` and
/// `fabric`. Everything here belongs to one thread, the node's [Loop]; nothing here knows gRPC.
@NullMarked
package io.forebay.node;

import org.jspecify.annotations.NullMarked;
