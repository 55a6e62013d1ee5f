package io.forebay.core.broken.two;

import io.forebay.core.broken.one.One;

/// Uses the other half.
public interface Two {
    One other();
}
