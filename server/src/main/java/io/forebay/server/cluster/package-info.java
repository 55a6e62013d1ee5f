/// What a master says of the whole cluster: it asks its nodes for their pages and adds up.
@NullMarked
package io.forebay.server.cluster;

import org.jspecify.annotations.NullMarked;
