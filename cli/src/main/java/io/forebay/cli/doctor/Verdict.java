package io.forebay.cli.doctor;

/// How grave a finding is.
public enum Verdict {
    /// Forebay does not run so, or not as configured.
    FAIL,
    /// It runs, and something is slower or less safe than it could be.
    WARN,
    /// As it should be, or nothing that anybody could mend.
    OK
}
