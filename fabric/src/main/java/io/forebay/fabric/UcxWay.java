package io.forebay.fabric;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// How the bytes of a peer come over UCX. Each side offers one when a connection begins; where they differ, messages
/// are used, which every owner serves.
enum UcxWay {
    /// One-sided gets, carried out by an RDMA device: the owner takes no part.
    GETS(1),
    /// The owner's UCX thread sends what it is asked for and has checked. For transports that can only imitate a
    /// get: UCX would hand out any memory of the process then, and could crash the owner when a reader goes away.
    MESSAGES(2);

    /// What in UCX_TLS brings a transport whose device carries out gets: reliable and dynamic connections.
    private static final Set<String> ONE_SIDED =
            Set.of("all", "ib", "rc", "rc_v", "rc_verbs", "rc_x", "rc_mlx5", "dc", "dc_x", "dc_mlx5");

    private final int code;

    UcxWay(int code) {
        this.code = code;
    }

    /// The number on the wire.
    int code() {
        return code;
    }

    static UcxWay ofCode(int code) throws IOException {
        return Arrays.stream(values())
                .filter(way -> way.code == code)
                .findFirst()
                .orElseThrow(() -> new IOException("it reads in a way that this side does not know: " + code));
    }

    /// What a host offers.
    ///
    /// @param rdma true if it has an RDMA device
    /// @param transports as in [UcxSettings]; those behind a `^` are left out
    static UcxWay of(boolean rdma, String transports) {
        if (!rdma) {
            return MESSAGES;
        }
        if (transports.startsWith("^")) {
            List<String> without = List.of(transports.substring(1).split(",", -1));
            boolean none = without.contains("ib") || without.contains("all") || without.contains("rc");
            return none ? MESSAGES : GETS;
        }
        boolean oneSided =
                transports.isEmpty() || Arrays.stream(transports.split(",", -1)).anyMatch(ONE_SIDED::contains);
        return oneSided ? GETS : MESSAGES;
    }

    /// What two sides use with each other.
    static UcxWay between(UcxWay one, UcxWay other) {
        return one == GETS && other == GETS ? GETS : MESSAGES;
    }
}
