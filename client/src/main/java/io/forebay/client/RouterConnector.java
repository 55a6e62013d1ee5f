package io.forebay.client;

/// How a [RouterClient] reaches a master.
@FunctionalInterface
public interface RouterConnector {
    /// A connection to `host:port`; made before it is up, at once. It comes up when first asked, and again by itself.
    RouterConnection connect(String address);
}
