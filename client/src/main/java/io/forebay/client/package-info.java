/// What an engine calls: an [EngineClient] asks its node over one connection and reads and writes blocks in
/// place, in the node's pool.
@NullMarked
package io.forebay.client;

import org.jspecify.annotations.NullMarked;
