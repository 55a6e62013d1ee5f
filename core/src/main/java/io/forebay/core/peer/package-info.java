/// The conversation between two nodes: hello, query blocks for transfer, release the transfer lock.
@NullMarked
package io.forebay.core.peer;

import org.jspecify.annotations.NullMarked;
