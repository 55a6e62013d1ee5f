package io.forebay.core.catalogue;

import io.forebay.core.answer.Limits;

/// In which namespaces are there blocks of this model? No side effect whatever.
///
/// @param model 1–256 characters
public record ListNamespaces(String model) implements Command {
    public ListNamespaces {
        Limits.name("model", model);
    }
}
