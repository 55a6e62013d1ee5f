/// The RESP gateway: clients of Redis, unchanged, keep their values in a node's pool and on its SSD.
///
/// One thread, that of the gateway's event loop, owns every key, value and connection; the node's loop gives room and
/// the SSD's threads read and write, and both only hand over.
@NullMarked
package io.forebay.gateway.resp;

import org.jspecify.annotations.NullMarked;
