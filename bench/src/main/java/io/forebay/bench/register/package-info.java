/// How fast the master takes registrations in, what a registered block costs it, and what it costs to forget a node.
@NullMarked
package io.forebay.bench.register;

import org.jspecify.annotations.NullMarked;
