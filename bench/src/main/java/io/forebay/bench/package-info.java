/// The measuring frame: ours and its limit in turn within one round, ratios with their spread, a report.
@NullMarked
package io.forebay.bench;

import org.jspecify.annotations.NullMarked;
