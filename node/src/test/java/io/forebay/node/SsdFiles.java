package io.forebay.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/// The files of an SSD, to be damaged behind its back. A slot in it is found by the one byte that it is full of.
record SsdFiles(Path directory) {
    /// Turns a bit over in the slot.
    void flip(byte full) throws IOException {
        Place place = find(full);
        try (FileChannel channel = FileChannel.open(place.file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {(byte) (full ^ 4)}), place.offset);
        }
    }

    /// The file ends within the slot.
    void cut(byte full) throws IOException {
        Place place = find(full);
        try (FileChannel channel = FileChannel.open(place.file, StandardOpenOption.WRITE)) {
            channel.truncate(place.offset);
        }
    }

    private record Place(Path file, long offset) {}

    private Place find(byte full) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(path -> !path.endsWith("LOCK")).toList()) {
                long at = find(Files.readAllBytes(file), full);
                if (at >= 0) {
                    return new Place(file, at);
                }
            }
        }
        throw new AssertionError("the slot is not on SSD");
    }

    /// Behind 1,000 bytes like this; -1 for nowhere.
    private static long find(byte[] bytes, byte like) {
        int run = 0;
        for (int i = 0; i < bytes.length; i++) {
            run = bytes[i] == like ? run + 1 : 0;
            if (run == 1_000) {
                return i;
            }
        }
        return -1;
    }
}
