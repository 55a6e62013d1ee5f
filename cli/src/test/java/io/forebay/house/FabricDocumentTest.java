package io.forebay.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// docs/fabric.md against the code: it names every promise of the contract, every backend, and the constants as they
/// are. That its links and the tests behind them exist is held by [HouseTest].
final class FabricDocumentTest {
    private static final Path ROOM = Path.of("fabric/src");
    private static final Pattern PROMISE = Pattern.compile("@Test\\s+void (\\w+)\\(");
    private static final Pattern BACKEND = Pattern.compile("String NAME = \"([a-z-]+)\"");
    private static final Pattern CONSTANT = Pattern.compile("\\| `(\\w+)\\.([A-Z_]+)` \\| `([^`]+)` \\|");

    private final Path root = Repository.here().root();
    private final String page = read(Path.of("docs/fabric.md"));

    private String read(Path path) {
        try {
            return Files.readString(root.resolve(path));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<MatchResult> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().toList();
    }

    private Path main(String type) {
        return ROOM.resolve("main/java/io/forebay/fabric/" + type + ".java");
    }

    @Test
    void everyPromiseOfTheContractIsOnThePage() {
        List<String> promises =
                all(PROMISE, read(ROOM.resolve("test/java/io/forebay/fabric/FabricContract.java"))).stream()
                        .map(match -> match.group(1))
                        .toList();
        assertFalse(promises.isEmpty());
        assertEquals(
                List.of(),
                promises.stream()
                        .filter(promise -> !page.contains("[FabricContract." + promise + "]"))
                        .toList());
    }

    @Test
    void everyBackendIsOnThePage() throws IOException {
        try (Stream<Path> files = Files.list(root.resolve(ROOM).resolve("main/java/io/forebay/fabric"))) {
            List<String> backends = files.filter(file -> file.toString().endsWith("Fabric.java"))
                    .flatMap(file -> all(BACKEND, read(file)).stream())
                    .map(match -> match.group(1))
                    .toList();
            assertTrue(backends.size() >= 4, backends::toString);
            backends.forEach(backend -> assertTrue(page.contains("| `" + backend + "` |"), backend));
        }
    }

    @Test
    void theNumbersAreThoseOfTheCode() {
        List<MatchResult> rows = all(CONSTANT, page);
        assertFalse(rows.isEmpty());
        rows.forEach(row -> assertTrue(
                read(main(row.group(1))).contains(" " + row.group(2) + " = " + row.group(3) + ";"), row.group()));
    }
}
