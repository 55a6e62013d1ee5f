package io.forebay.memory;

import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Generations;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/// Another process's pool, mapped: what [PeerPool] and [EnginePool] share.
///
/// Safe from any thread. The head is mapped read-only in any case, so no mistake here can harm the owner's
/// generations.
final class ForeignPool implements Generations, AutoCloseable {
    private final Mapping mapping;
    private final MemorySegment data;
    private final GenerationTable generations;

    private ForeignPool(Mapping mapping, MemorySegment data, GenerationTable generations) {
        this.mapping = mapping;
        this.data = data;
        this.generations = generations;
    }

    /// Maps the pool with that nonce.
    ///
    /// @param dataMode how the data area is mapped
    static ForeignPool open(Path file, long nonce, MapMode dataMode) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("there is no pool file " + file);
        }
        Set<OpenOption> options = dataMode.equals(MapMode.READ_ONLY)
                ? Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)
                : Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        Mapping mapping = new Mapping();
        try (FileChannel channel = FileChannel.open(file, options)) {
            PoolHead head = PoolHead.read(file, channel, nonce);
            MemorySegment first = mapping.map(channel, MapMode.READ_ONLY, 0, head.dataOffset());
            MemorySegment data = mapping.map(channel, dataMode, head.dataOffset(), head.dataBytes());
            return new ForeignPool(mapping, data, new GenerationTable(first, head));
        } catch (IOException | RuntimeException | Error e) {
            mapping.close();
            throw e;
        }
    }

    MemorySegment data() {
        return data;
    }

    boolean contains(Extent extent) {
        return extent.endBytes() <= data.byteSize();
    }

    /// Copies an extent, unless it was freed before the copy ended. Then, and when the owner took the memory away
    /// (a fault in a mapped page), false: the destination has bytes of no meaning.
    boolean copyOut(Extent extent, MemorySegment destination) {
        if (!contains(extent) || acquire(extent.offsetBytes()) != extent.generation()) {
            return false;
        }
        try {
            MemorySegment.copy(data, extent.offsetBytes(), destination, 0, extent.lengthBytes());
            return isCurrent(extent); // in here, since the error of a fault may come a little behind the copy
        } catch (InternalError | IllegalStateException e) {
            return false;
        }
    }

    boolean isCurrent(Extent extent) {
        return contains(extent) && confirm(extent.offsetBytes(), extent.generation());
    }

    @Override
    public long acquire(long offsetBytes) {
        return generations.acquire(offsetBytes);
    }

    @Override
    public boolean confirm(long offsetBytes, long expected) {
        return generations.confirm(offsetBytes, expected);
    }

    @Override
    public void close() {
        mapping.close();
    }
}
