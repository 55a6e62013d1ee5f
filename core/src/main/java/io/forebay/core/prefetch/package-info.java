/// What moves from SSD to memory before it is asked for: the gates, the tasks and who still wants them.
@NullMarked
package io.forebay.core.prefetch;

import org.jspecify.annotations.NullMarked;
