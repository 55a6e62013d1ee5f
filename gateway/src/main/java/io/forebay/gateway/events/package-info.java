/// What happens to the cluster's replicas, told as vLLM tells of its own blocks: over ZeroMQ, in msgpack, so that
/// routers and indexers made for vLLM follow a Forebay cluster.
@NullMarked
package io.forebay.gateway.events;

import org.jspecify.annotations.NullMarked;
