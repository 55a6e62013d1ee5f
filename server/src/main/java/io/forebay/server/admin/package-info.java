/// The HTTP port of a process: metrics, health, and a page for people.
@NullMarked
package io.forebay.server.admin;

import org.jspecify.annotations.NullMarked;
