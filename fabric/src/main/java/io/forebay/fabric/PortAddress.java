package io.forebay.fabric;

import java.net.InetSocketAddress;

/// Where a data port listens, and which incarnation of it: `host:port#incarnation`, the incarnation in hexadecimal,
/// an IPv6 host in brackets. It is the address in the endpoints of `tcp` and `map`.
///
/// @param host a name or an address literal, without brackets
/// @param incarnation a number that no other process at this host and port ever had, so that a peer which was
///     restarted is never taken for its predecessor
public record PortAddress(String host, int port, long incarnation) {
    public PortAddress {
        if (host.isEmpty() || port < 1 || port > 65_535) {
            throw new IllegalArgumentException("not an address: host '" + host + "', port " + port);
        }
    }

    /// Reads the text form.
    ///
    /// @throws FabricException when `text` is not one
    public static PortAddress parse(String text) throws FabricException {
        int hash = text.lastIndexOf('#');
        int colon = text.lastIndexOf(':', hash);
        if (hash < 0 || colon < 0) {
            throw new FabricException("not a data port's address (host:port#incarnation): " + text);
        }
        String host = text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        try {
            int port = Integer.parseInt(text.substring(colon + 1, hash));
            return new PortAddress(host, port, Long.parseUnsignedLong(text.substring(hash + 1), 16));
        } catch (IllegalArgumentException e) {
            throw new FabricException("not a data port's address (host:port#incarnation): " + text, e);
        }
    }

    /// Looks the host up.
    InetSocketAddress resolve() throws FabricException {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new FabricException("unknown host: " + host);
        }
        return address;
    }

    @Override
    public String toString() {
        String shown = host.indexOf(':') < 0 ? host : "[" + host + "]";
        return shown + ":" + port + "#" + Long.toHexString(incarnation);
    }
}
