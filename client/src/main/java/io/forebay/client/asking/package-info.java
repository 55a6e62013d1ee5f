/// What people ask masters of blocks, and what they are told: for commands, which know words and numbers only.
@NullMarked
package io.forebay.client.asking;

import org.jspecify.annotations.NullMarked;
