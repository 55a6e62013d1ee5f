/// Who an engine is on its node.
@NullMarked
package io.forebay.core.instance;

import org.jspecify.annotations.NullMarked;
