package io.forebay.cli;

/// What the process's exit code means to scripts and to whatever restarts it.
public final class ExitCode {
    /// Done.
    public static final int DONE = 0;
    /// Failed; trying again may help.
    public static final int FAILED = 1;
    /// Wrong usage or configuration; trying again will not help, and nothing was started.
    public static final int USAGE = 2;
    /// A newer start of the same node has taken over: do not restart.
    public static final int SUPERSEDED = 3;

    private ExitCode() {}
}
