/// The master's process: the catalogue on its one thread, its ports and its figures.
@NullMarked
package io.forebay.server.master;

import org.jspecify.annotations.NullMarked;
