/// Structured log lines on standard error, for people or as JSON.
@NullMarked
package io.forebay.server.logging;

import org.jspecify.annotations.NullMarked;
