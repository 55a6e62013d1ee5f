package io.forebay.bench.peer;

import io.forebay.core.extent.StoredBlock;
import io.forebay.core.peer.FabricEndpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/// What the serving process tells the reading one, in a file between them.
///
/// @param endpoints one for each fabric
/// @param blocks the working set
/// @param poolFile in which it lies
/// @param dataOffsetBytes where the file's data area starts
record ServedBlocks(List<FabricEndpoint> endpoints, List<StoredBlock> blocks, String poolFile, long dataOffsetBytes) {
    private static final JsonMapper JSON = new JsonMapper();

    static ServedBlocks read(Path file) throws IOException {
        return JSON.readValue(Files.readString(file), ServedBlocks.class);
    }

    void write(Path file) throws IOException {
        Files.writeString(file, JSON.writeValueAsString(this));
    }

    FabricEndpoint endpoint(String fabric) {
        return endpoints.stream()
                .filter(endpoint -> endpoint.fabric().equals(fabric))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the peer serves no " + fabric));
    }
}
