package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;

/// A `host:port` to connect to; an IPv6 address stands in brackets.
record Address(String host, int port) {
    static Address parse(String text) {
        int colon = text.lastIndexOf(':');
        InvalidInput.unless(colon > 0 && colon < text.length() - 1, "address", "is '" + text + "', not host:port");
        String host = text.substring(0, colon);
        boolean bracketed = host.startsWith("[") && host.endsWith("]") && host.length() > 2;
        InvalidInput.unless(
                bracketed || (host.indexOf(':') < 0 && host.indexOf('[') < 0),
                "address",
                "is '" + text + "'; put an IPv6 address in brackets");
        return new Address(bracketed ? host.substring(1, host.length() - 1) : host, port(text, colon));
    }

    private static int port(String text, int colon) {
        try {
            int port = Integer.parseInt(text, colon + 1, text.length(), 10);
            InvalidInput.unless(port >= 1 && port <= 65_535, "address", "is '" + text + "'; ports are 1 to 65535");
            return port;
        } catch (NumberFormatException e) {
            InvalidInput bad = new InvalidInput("address", "is '" + text + "', not host:port");
            bad.initCause(e);
            throw bad;
        }
    }

    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
