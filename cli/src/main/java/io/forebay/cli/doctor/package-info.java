/// What a host has and lacks for Forebay: facts about it, probed at the edge, and checks, which are pure functions of
/// them.
@NullMarked
package io.forebay.cli.doctor;

import org.jspecify.annotations.NullMarked;
