package io.forebay.fabric;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The TCP addresses on which this process listens, as the kernel shows them.
final class ListeningSockets {
    private static final String LISTENS = "0A";
    private static final int ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    private ListeningSockets() {}

    /// Each as `/proc/net/tcp` writes it: the address in hexadecimal, the first byte last, `:` and the port.
    static Set<String> ofThisProcess() throws IOException {
        Set<String> mine = inodes();
        Set<String> found = new TreeSet<>();
        for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
            if (!Files.exists(Path.of(table))) {
                continue;
            }
            for (String line : Files.readAllLines(Path.of(table))) {
                List<String> fields = List.of(line.strip().split("\\s+"));
                if (fields.get(STATE).equals(LISTENS) && mine.contains(fields.get(INODE))) {
                    found.add(fields.get(ADDRESS));
                }
            }
        }
        return found;
    }

    private static Set<String> inodes() throws IOException {
        Set<String> inodes = new HashSet<>();
        try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : open) {
                if (Files.isSymbolicLink(descriptor)) {
                    String target = Files.readSymbolicLink(descriptor).toString();
                    if (target.startsWith("socket:[")) {
                        inodes.add(target.substring("socket:[".length(), target.length() - 1));
                    }
                }
            }
        }
        return inodes;
    }
}
