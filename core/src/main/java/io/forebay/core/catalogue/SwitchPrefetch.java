package io.forebay.core.catalogue;

/// Triggers are to be heard from now on, or no longer. Tasks run to their ends either way.
public record SwitchPrefetch(boolean on) implements Command {}
