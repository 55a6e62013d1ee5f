/// The mains: what a master, a node and both in one process are made of, and how they start and end.
@NullMarked
package io.forebay.server;

import org.jspecify.annotations.NullMarked;
