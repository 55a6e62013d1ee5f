package io.forebay.fabric;

/// How the `ucx` fabric reads.
///
/// @param transports UCX's list of transports (`rc,tcp`); empty: UCX chooses
/// @param devices UCX's list of devices (`mlx5_0:1,eth0`); empty: UCX chooses
/// @param polling how its thread waits for work
/// @param busyNanos how long an `ADAPTIVE` thread stays awake behind its last work
/// @param graceNanos how long, behind the time-out of a read, a peer may go on owing it bytes before the connection
///     is closed
public record UcxSettings(String transports, String devices, UcxPolling polling, long busyNanos, long graceNanos) {
    public UcxSettings {
        if (busyNanos < 0 || graceNanos < 1) {
            throw new IllegalArgumentException(
                    "busy for " + busyNanos + " ns, grace of " + graceNanos + " ns: out of range");
        }
    }

    /// UCX chooses; adaptive with 50 µs awake; 250 ms of grace.
    public static UcxSettings defaults() {
        return of("", "", UcxPolling.ADAPTIVE);
    }

    /// The same with other devices.
    UcxSettings with(String others) {
        return new UcxSettings(transports, others, polling, busyNanos, graceNanos);
    }

    /// The times of [#defaults].
    public static UcxSettings of(String transports, String devices, UcxPolling polling) {
        return new UcxSettings(transports, devices, polling, 50_000, 250_000_000L);
    }
}
