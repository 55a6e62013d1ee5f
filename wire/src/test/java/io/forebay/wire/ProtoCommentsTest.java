package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every message, field, rpc and enum value of the wire says what it is.
class ProtoCommentsTest {
    private static final Pattern DECLARATION =
            Pattern.compile("\\s*((message|enum|service|oneof|rpc)\\s.*|[\\w .]+ = \\d+;)");

    @Test
    void everyDeclarationHasAComment() throws IOException {
        List<String> bare = new ArrayList<>();
        int declarations = 0;
        try (Stream<Path> files = Files.list(Path.of("src", "main", "proto", "forebay", "v1"))) {
            for (Path file : files.sorted().toList()) {
                List<String> lines = Files.readAllLines(file);
                for (int i = 1; i < lines.size(); i++) {
                    if (DECLARATION.matcher(lines.get(i)).matches()) {
                        declarations++;
                        if (!lines.get(i - 1).strip().startsWith("//")) {
                            bare.add(file.getFileName() + ":" + (i + 1) + " "
                                    + lines.get(i).strip());
                        }
                    }
                }
            }
        }
        assertEquals(List.of(), bare);
        assertTrue(declarations > 200, "found only " + declarations);
    }
}
