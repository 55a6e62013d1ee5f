/// Classes that break each rule of the rooms once, so that the rules are known to fail. They pose as `core`'s.
@NullMarked
package io.forebay.core.broken;

import org.jspecify.annotations.NullMarked;
