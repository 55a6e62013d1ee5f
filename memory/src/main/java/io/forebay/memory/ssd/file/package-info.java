/// Files of a device: the small interface that the log uses, and the real thing behind it, with O_DIRECT where
/// the file system allows it.
@NullMarked
package io.forebay.memory.ssd.file;

import org.jspecify.annotations.NullMarked;
