/// The rules of the house as tests: which room may use which, and how a line of source and a document look.
@NullMarked
package io.forebay.house;

import org.jspecify.annotations.NullMarked;
