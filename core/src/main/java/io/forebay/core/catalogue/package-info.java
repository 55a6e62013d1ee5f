/// Who has what: the master's truth about sessions and replicas, as commands decided and events applied.
@NullMarked
package io.forebay.core.catalogue;

import org.jspecify.annotations.NullMarked;
