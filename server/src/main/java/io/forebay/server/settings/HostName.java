package io.forebay.server.settings;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// This host's own name, as far as it knows it.
final class HostName {
    private HostName() {}

    static String ofThisHost() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unresolvable) {
            return "localhost";
        }
    }
}
