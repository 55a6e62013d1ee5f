/// Tests of the wire over real loopback sockets, against scripted protocols.
@NullMarked
package io.forebay.wire;

import org.jspecify.annotations.NullMarked;
