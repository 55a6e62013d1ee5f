/// Why a block or a request went as it did: what `/api/explain` answers.
@NullMarked
package io.forebay.server.explain;

import org.jspecify.annotations.NullMarked;
