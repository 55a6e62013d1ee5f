/// How complete a request's handoff is: the barrier between prefill and decode.
@NullMarked
package io.forebay.core.handoff;

import org.jspecify.annotations.NullMarked;
