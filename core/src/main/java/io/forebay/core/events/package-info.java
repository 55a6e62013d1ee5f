/// What happens to the catalogue's replicas, as somebody outside hears of it who keeps a table of them.
@NullMarked
package io.forebay.core.events;

import org.jspecify.annotations.NullMarked;
