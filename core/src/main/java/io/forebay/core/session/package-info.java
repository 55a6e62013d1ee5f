/// Who a node is: its name, and its registration with a master.
@NullMarked
package io.forebay.core.session;

import org.jspecify.annotations.NullMarked;
