/// The SSD log against what fio gets out of the same file system.
@NullMarked
package io.forebay.bench.ssd;

import org.jspecify.annotations.NullMarked;
