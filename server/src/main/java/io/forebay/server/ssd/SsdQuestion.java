package io.forebay.server.ssd;

import io.forebay.memory.ssd.look.DirectoryLook;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BiConsumer;

/// What can be asked about the directory of one SSD device. Nothing in it is changed or locked.
public sealed interface SsdQuestion {
    /// Is every byte as it was written? Takes as long as reading everything does.
    record Fsck() implements SsdQuestion {}

    /// Which blocks does it have?
    ///
    /// @param namespace a part of MODEL/TENANT/FINGERPRINT; empty for all
    /// @param hash how hashes begin, in hexadecimal; empty for all
    /// @param limit so many are told; 0 for all
    record Ls(String namespace, String hash, long limit) implements SsdQuestion {
        private void check() throws IOException {
            if (!hash.matches("[0-9a-fA-F]*")) {
                throw new IOException("--hash: is '" + hash + "'; it must be hexadecimal digits");
            }
            if (limit < 0) {
                throw new IOException("--limit: is " + limit + "; it must be 0, for all, or more");
            }
        }
    }

    /// How much of what does it have?
    record Stat() implements SsdQuestion {}

    /// Answers. Blocks.
    ///
    /// @param looked hears after each file how many of how many were read
    /// @throws IOException when the directory is none of ours, may not be read, or has another format, or when what
    ///     is asked cannot be
    default SsdAnswer ask(Path directory, BiConsumer<Integer, Integer> looked) throws IOException {
        return switch (this) {
            case Fsck fsck -> FsckAnswer.of(directory, DirectoryLook.of(directory, true, looked));
            case Ls ls -> {
                ls.check();
                yield LsAnswer.of(ls, DirectoryLook.of(directory, false, looked));
            }
            case Stat stat -> StatAnswer.of(directory, DirectoryLook.of(directory, false, looked));
        };
    }

    /// Whose the directory is, for people.
    static String whose(Path directory, DirectoryLook look) {
        return directory + ": " + (look.holder().isEmpty() ? "nobody's" : look.holder());
    }
}
