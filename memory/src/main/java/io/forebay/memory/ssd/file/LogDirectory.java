package io.forebay.memory.ssd.file;

import java.io.IOException;
import java.util.List;

/// The directory of one device, as the log sees it. Tests and the simulator bring their own, which fail when
/// they are told to. Safe from any thread.
public interface LogDirectory extends AutoCloseable {
    /// A file as a listing shows it.
    record Listed(String name, long sizeBytes) {}

    /// Takes the directory for this process alone, until [#close].
    ///
    /// @param owner the node; a directory of another one is refused even if that one is not running
    /// @throws DirectoryTakenException when somebody else has it
    void hold(String owner) throws IOException;

    /// All regular files, but for one whose room is kept. Never asked for on the way of a request.
    List<Listed> list() throws IOException;

    /// Whether it has that file now.
    boolean has(String name);

    /// A new file that has all its room already, where the file system can promise that. What is in it is undefined.
    ///
    /// @throws NoRoomException when there is less; no file is left behind
    BlockFile create(String name, long sizeBytes) throws IOException;

    /// An existing file, for reading and, unless `readOnly`, for writing.
    BlockFile open(String name, boolean readOnly) throws IOException;

    /// Absent: nothing happens.
    void delete(String name) throws IOException;

    /// As [#delete], of a file that nobody uses any more and that was good up to now; its room may be kept for the next
    /// one that is [created][#create], whose bytes are then what was in it. That room counts as [#usableBytes].
    void recycle(String name) throws IOException;

    /// Returns when the names of files are safe from a loss of power.
    void sync() throws IOException;

    /// What the file system would still give, bytes.
    long usableBytes() throws IOException;

    /// True if I/O goes past the page cache, and therefore has to be aligned.
    boolean isDirect();

    /// For messages.
    String name();

    /// Lets others have the directory.
    @Override
    void close();
}
