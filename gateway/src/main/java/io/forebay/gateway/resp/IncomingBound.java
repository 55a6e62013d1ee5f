package io.forebay.gateway.resp;

/// How much of the pool values may have that are still on their way: half of the gateway's room, so that many clients
/// that announce much and send little cannot push out what others have stored. Gateway thread only.
final class IncomingBound {
    private final long mostBytes;
    private long bytes;

    IncomingBound(long roomBytes) {
        this.mostBytes = roomBytes / 2;
    }

    /// Takes so many bytes more, unless that is too much. One value may always begin.
    boolean take(long more) {
        boolean admitted = bytes == 0 || bytes + more <= mostBytes;
        bytes += admitted ? more : 0;
        return admitted;
    }

    /// Gives so many back.
    void remove(long less) {
        bytes -= less;
    }
}
