package io.forebay.bench.cluster;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The line in which a master or a node, started with `--json`, says where it listens.
///
/// @param control `host:port` of its gRPC
/// @param http `host:port` of its admin pages
record ReadyLine(String control, String http) {
    private static final JsonMapper JSON = new JsonMapper();

    /// What `line` says; empty if it is another line.
    static Optional<ReadyLine> parse(String line) {
        try {
            JsonNode tree = JSON.readTree(line);
            String control = tree.path("control").asString("");
            String http = tree.path("http").asString("");
            return control.isEmpty() || http.isEmpty() ? Optional.empty() : Optional.of(new ReadyLine(control, http));
        } catch (JacksonException noJson) {
            return Optional.empty();
        }
    }
}
