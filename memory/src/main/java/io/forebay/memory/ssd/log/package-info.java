/// One log file: appending records to it, reading them back verified, and finding out after a restart what it
/// has.
@NullMarked
package io.forebay.memory.ssd.log;

import org.jspecify.annotations.NullMarked;
