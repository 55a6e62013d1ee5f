/// The conversation between an engine and its node: register, reserve, seal, abort, query, release, renew, await
/// handoff.
@NullMarked
package io.forebay.core.engine;

import org.jspecify.annotations.NullMarked;
