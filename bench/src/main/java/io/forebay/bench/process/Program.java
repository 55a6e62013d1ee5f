package io.forebay.bench.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// An installed program.
public final class Program {
    private Program() {}

    /// The full path of `name` in the search path of this process.
    ///
    /// @param debianPackage what brings it
    public static Path find(String name, String debianPackage) throws MissingProgramException {
        return search(name, Optional.ofNullable(System.getenv("PATH")).orElse(""))
                .orElseThrow(() -> new MissingProgramException(name, debianPackage));
    }

    /// The full path of `name` in the search path of this process, if it is installed.
    public static Optional<String> find(String name) {
        return search(name, Optional.ofNullable(System.getenv("PATH")).orElse(""))
                .map(Path::toString);
    }

    static Optional<Path> search(String name, String searchPath) {
        for (String directory : searchPath.split(File.pathSeparator, -1)) {
            Path candidate = Path.of(directory, name);
            if (!directory.isEmpty() && Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }
}
