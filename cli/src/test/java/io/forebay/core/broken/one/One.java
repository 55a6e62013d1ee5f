package io.forebay.core.broken.one;

import io.forebay.core.broken.two.Two;

/// Uses the other half.
public interface One {
    Two other();
}
