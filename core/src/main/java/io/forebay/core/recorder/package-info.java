/// The flight recorder: what happened to blocks and requests lately, kept to be told when somebody asks why.
@NullMarked
package io.forebay.core.recorder;

import org.jspecify.annotations.NullMarked;
