package io.forebay.server.running;

/// Where one role of a process can be reached. Each is `host:port` with the port that was really taken.
///
/// @param role `master` or `node`
/// @param control gRPC
/// @param data peers' reads; empty for a master
/// @param http metrics, health and pages
/// @param detail what else an operator wants to know at the start: the pool, the fabrics
public record Endpoints(String role, String control, String data, String http, String detail) {}
