package io.forebay.house;

import java.util.List;

/// A rule about one source file, read from its text or syntax tree.
@FunctionalInterface
interface SourceRule {
    /// What breaks the rule: one line each, naming file, line and what to do instead; empty when all is well.
    List<String> violations(SourceFile source);
}
