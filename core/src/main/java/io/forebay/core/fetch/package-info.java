/// How missing blocks are brought: a plan over owners, and the one outcome of every block asked for.
@NullMarked
package io.forebay.core.fetch;

import org.jspecify.annotations.NullMarked;
