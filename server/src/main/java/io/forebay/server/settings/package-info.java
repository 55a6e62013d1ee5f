/// Configuration: one list of settings, read from a file, the environment and flags, and handed on as values. It
/// stops at `server`: no other room sees a type of this package.
@NullMarked
package io.forebay.server.settings;

import org.jspecify.annotations.NullMarked;
