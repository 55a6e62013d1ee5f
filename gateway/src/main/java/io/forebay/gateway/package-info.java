/// Foreign protocols in front of a node, translated: programs that know nothing of Forebay use it through these.
@NullMarked
package io.forebay.gateway;

import org.jspecify.annotations.NullMarked;
