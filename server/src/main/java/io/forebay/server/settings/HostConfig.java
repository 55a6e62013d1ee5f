package io.forebay.server.settings;

import java.util.Set;

/// Where a process listens, and what it tells others to connect to.
///
/// @param bind the address that ports listen on
/// @param advertise a host that others can reach
public record HostConfig(String bind, String advertise) {
    private static final Set<String> WILDCARDS = Set.of("0.0.0.0", "::", "[::]", "*", "");

    static HostConfig of(EffectiveSettings settings) {
        String bind = settings.value(SettingList.BIND_HOST);
        String advertise = settings.value(SettingList.ADVERTISE_HOST);
        if (advertise.isEmpty()) {
            advertise = WILDCARDS.contains(bind) ? HostName.ofThisHost() : bind;
        }
        return new HostConfig(bind, advertise);
    }

    /// What others connect to, on this port.
    public String address(int port) {
        boolean bareIpv6 = advertise.contains(":") && !advertise.startsWith("[");
        return (bareIpv6 ? "[" + advertise + "]" : advertise) + ":" + port;
    }
}
