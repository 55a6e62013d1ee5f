/// What operators are told about the directory of an SSD device.
@NullMarked
package io.forebay.server.ssd;

import org.jspecify.annotations.NullMarked;
