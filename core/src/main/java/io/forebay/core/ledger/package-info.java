/// What a node has told the master and what it still has to tell: the registration ledger of one session.
@NullMarked
package io.forebay.core.ledger;

import org.jspecify.annotations.NullMarked;
