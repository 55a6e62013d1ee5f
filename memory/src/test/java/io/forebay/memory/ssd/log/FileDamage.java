package io.forebay.memory.ssd.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// What a bad disk or a loss of power does to a file.
public final class FileDamage {
    private FileDamage() {}

    /// Turns one bit of the file over.
    public static void flip(Path file, long bit) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, bit / 8);
            one.put(0, (byte) (one.get(0) ^ (1 << (bit % 8)))).flip();
            channel.write(one, bit / 8);
            channel.force(true);
        }
    }

    /// Cuts the file.
    public static void cut(Path file, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }
}
