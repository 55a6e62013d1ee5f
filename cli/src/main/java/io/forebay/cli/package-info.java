/// The `forebay` command: starts things, looks at things, replays, measures.
@NullMarked
package io.forebay.cli;

import org.jspecify.annotations.NullMarked;
