package io.forebay.gateway.resp;

/// How much of the pool values may have that are still on their way: half of the gateway's room, so that many clients
/// that announce much and send little cannot push out what others have stored. Gateway thread only.
final class IncomingBound {
    private final long mostBytes;
    private long bytes;

    IncomingBound(long roomBytes) {
        this.mostBytes = roomBytes / 2;
    }

    /// Whether so many bytes more may be taken. One value may always begin.
    boolean admits(long more) {
        return bytes == 0 || bytes + more <= mostBytes;
    }

    void add(long more) {
        bytes += more;
    }

    void remove(long less) {
        bytes -= less;
    }
}
