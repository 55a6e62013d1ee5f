/// How a request ends: an answer, a refusal of bad input, or a failure with its remedy; and the limits that decide
/// the refusals.
@NullMarked
package io.forebay.core.answer;

import org.jspecify.annotations.NullMarked;
