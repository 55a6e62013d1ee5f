package io.forebay.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The working tree under test.
record Repository(Path root) {
    private static final List<String> ROOMS =
            List.of("core", "memory", "fabric", "wire", "node", "server", "client", "gateway", "sim", "bench", "cli");

    /// The tree that the build runs in: Surefire names it; an IDE starts in a module's folder.
    static Repository here() {
        String named = System.getProperty("forebay.root", "");
        return new Repository((named.isEmpty() ? Path.of("..") : Path.of(named))
                .toAbsolutePath()
                .normalize());
    }

    /// Every Java file of every room, tests included, generated ones left out.
    List<SourceFile> sources() throws IOException {
        List<Path> files = ROOMS.stream()
                .map(room -> root.resolve(room).resolve("src"))
                .filter(Files::isDirectory)
                .flatMap(Repository::walk)
                .filter(file -> file.toString().endsWith(".java"))
                .sorted()
                .toList();
        return SourceFile.parse(root, files);
    }

    /// `README.md` and its neighbours, and everything in `docs`.
    List<Path> documents() throws IOException {
        try (Stream<Path> top = Files.list(root)) {
            return Stream.concat(top, walk(root.resolve("docs")))
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    private static Stream<Path> walk(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList().stream();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
