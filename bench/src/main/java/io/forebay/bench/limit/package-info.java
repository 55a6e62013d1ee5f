/// The physical limits that results are compared with, each measured by a program that is not ours.
@NullMarked
package io.forebay.bench.limit;

import org.jspecify.annotations.NullMarked;
