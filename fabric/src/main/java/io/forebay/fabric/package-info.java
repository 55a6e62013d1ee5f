/// Bytes in motion: one-sided reads of registered regions behind one interface.
@NullMarked
package io.forebay.fabric;

import org.jspecify.annotations.NullMarked;
