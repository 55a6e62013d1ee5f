package io.forebay.server.settings;

import java.util.Set;

/// Where a process listens, and what it tells others to connect to.
///
/// @param bind the address that ports listen on
/// @param advertise a host that others can reach
/// @param check whether the process dials itself there at its start
public record HostConfig(String bind, String advertise, boolean check) {
    private static final Set<String> WILDCARDS = Set.of("0.0.0.0", "::", "[::]", "*", "");

    /// Without dialling itself.
    public HostConfig(String bind, String advertise) {
        this(bind, advertise, false);
    }

    static HostConfig of(EffectiveSettings settings) {
        String bind = settings.value(SettingList.BIND_HOST);
        String advertise = settings.value(SettingList.ADVERTISE_HOST);
        if (advertise.isEmpty()) {
            advertise = WILDCARDS.contains(bind) ? HostName.ofThisHost() : bind;
        }
        return new HostConfig(bind, advertise, settings.value(SettingList.ADVERTISE_CHECK));
    }

    /// What others connect to, on this port.
    public String address(int port) {
        boolean bareIpv6 = advertise.contains(":") && !advertise.startsWith("[");
        return (bareIpv6 ? "[" + advertise + "]" : advertise) + ":" + port;
    }
}
