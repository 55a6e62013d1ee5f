package io.forebay.fabric;

/// The numbers of `ucs_status_t` that mean something here, and what a call returns that starts a request: 0 (done),
/// a small negative number (a status), or else the request's address.
final class UcxStatus {
    static final int OK = 0;
    static final int IN_PROGRESS = 1;
    static final int BUSY = -15;
    private static final int LAST = -100;

    private UcxStatus() {}

    /// True if a call that starts a request started none because it failed.
    static boolean isError(long started) {
        return started < 0 && started >= LAST;
    }

    /// Throws unless the call went well.
    static void require(int status, String what) throws FabricException {
        if (status != OK) {
            throw new FabricException(what + ": " + UcxLibraryNative.describe(status));
        }
    }
}
