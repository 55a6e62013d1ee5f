package io.forebay.memory;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Invariant;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Generations;
import io.forebay.memory.backing.ArenaRange;
import io.forebay.memory.backing.Backing;
import io.forebay.memory.backing.BackingReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A node's DRAM pool: extents in a memory file that engines and peers on the same host map too (architecture,
/// decision 12). It has one arena, or one for each NUMA node; an extent lies in one of them. Behind them it may have a
/// prefetch buffer, an arena of its own, which only [#allocateInBuffer] gives extents of. Whoever reads an extent need
/// not know where it lies; the sizes are those of the main pool, and [#buffer] says those of the buffer.
///
/// The file has all its memory before anybody is told of it, so that no write to it can ever fault; it is never
/// truncated; it belongs to one boot of the node. Its layout is [PoolFormat], which knows nothing of arenas.
///
/// Threads: [#allocate], [#free] and everything about quarantine belong to the one writer thread of the node.
/// Bytes, generations, checksums and the sizes may be read by any thread. Freeing is what makes a reader's copy
/// stale: the generation of the extent's start changes first, and only then may the range be granted again.
///
/// An extent is allocated → (in quarantine →) free. Anything else, such as freeing twice or an extent of another
/// pool, is a broken invariant.
public final class Pool implements Generations, AutoCloseable {
    /// Instead of a NUMA node, when an extent may lie on any.
    public static final int ANYWHERE = -1;

    private static final Allocation FULL = new Allocation.Full();

    private final Path path;
    private final PoolHead head;
    private final Mapping mapping;
    private final MemorySegment data;
    private final GenerationTable generations;
    private final PoolPart main;
    private final @Nullable PoolPart buffer;
    private final BackingReport backing;
    private final long quarantineCapBytes;

    private Pool(PoolMemory memory, Mapping mapping, MemorySegment file, BackingReport backing) {
        this.path = memory.path();
        this.head = memory.head();
        this.mapping = mapping;
        this.backing = backing;
        this.data = file.asSlice(head.dataOffset());
        this.generations = new GenerationTable(file, head);
        int mainArenas = memory.arenas().size() - (memory.head().bufferBytes() > 0 ? 1 : 0);
        this.main = new PoolPart(memory.arenas().subList(0, mainArenas), head.granuleBytes());
        this.buffer = mainArenas == memory.arenas().size()
                ? null
                : new PoolPart(List.of(memory.arenas().getLast()), head.granuleBytes());
        this.quarantineCapBytes = memory.settings().quarantineCapBytes();
    }

    /// Creates the pool file of this boot, gives it its memory, and touches every page. Blocks while it does; for a
    /// platform thread.
    ///
    /// @param nodeName part of the file's name, `forebay-<node>-<boot>.pool`
    /// @param boot the node's incarnation; no two pools of a node share one
    /// @param nonce proves to whoever maps the file that it is this one; random
    /// @throws IOException when the directory isn't writable or has no room, or the file exists; no file of ours is
    ///     left behind
    public static Pool create(PoolSettings settings, String nodeName, long boot, long nonce) throws IOException {
        Path path = PoolFile.path(settings.directory(), nodeName, boot);
        Backing backing = PoolFile.backing(settings);
        PoolHead head = PoolHead.of(settings, backing.pages().unitBytes(), boot, nonce);
        List<ArenaRange> arenas = backing.arenas(head.mainBytes(), head.bufferBytes());
        backing.requireReserve(head.fileBytes());
        PoolFile.create(path, head.fileBytes());
        Mapping mapping = new Mapping();
        try {
            return fill(new PoolMemory(settings, head, path, backing, arenas), mapping);
        } catch (IOException | RuntimeException | Error e) {
            mapping.close();
            Files.deleteIfExists(path);
            throw e;
        }
    }

    private static Pool fill(PoolMemory memory, Mapping mapping) throws IOException {
        MemorySegment file = mapping.mapOwn(memory.path(), memory.head().fileBytes());
        Pool pool = new Pool(memory, mapping, file, memory.fill(file));
        pool.generations.start(memory.head().nonce());
        memory.head().write(file);
        return pool;
    }

    /// Deletes the pool files, and the lock files of their engines, that earlier boots of this node left in the
    /// directory because they were killed. Their memory is free once the last process that maps them has gone.
    ///
    /// @return the files that were deleted
    public static List<Path> removeOrphans(Path directory, String nodeName, long currentBoot) throws IOException {
        return PoolFile.removeOrphans(directory, nodeName, currentBoot);
    }

    /// The whole data area; offsets of extents count from its start.
    public MemorySegment data() {
        return data;
    }

    public Path path() {
        return path;
    }

    public long nonce() {
        return head.nonce();
    }

    /// How a process on the same host finds this pool.
    public PoolKey key() {
        return new PoolKey(path, head.nonce());
    }

    public long capacityBytes() {
        return main.capacityBytes();
    }

    /// Whole granules of everything allocated, quarantine included. Used and free add up to the capacity.
    public long usedBytes() {
        return main.usedBytes();
    }

    public long quarantinedBytes() {
        return main.quarantinedBytes();
    }

    public long freeBytes() {
        return capacityBytes() - usedBytes();
    }

    /// Bytes in use that nobody asked for: what is missing to whole granules.
    public long wastedBytes() {
        return main.wastedBytes();
    }

    /// The largest extent that could be allocated now. Much less than [#freeBytes] means that the pool is in pieces.
    public long largestFreeBytes() {
        return main.largestFreeBytes();
    }

    /// Takes a range for a slot, in the arena with most room. Its bytes are whatever the last user left.
    public Allocation allocate(long bytes) {
        return allocate(bytes, ANYWHERE);
    }

    /// The same in the arena of a NUMA node, if there is one and it has room; else wherever there is. Room is
    /// worth more than nearness: a copy over the interconnect is some times slower, a block that is not kept is
    /// computed again.
    public Allocation allocate(long bytes, int numaNode) {
        return allocate(main, bytes, numaNode);
    }

    /// Takes a range in the prefetch buffer; there is room for nothing where there is no buffer.
    public Allocation allocateInBuffer(long bytes) {
        return buffer == null ? new Allocation.TooLarge(0) : allocate(buffer, bytes, ANYWHERE);
    }

    private Allocation allocate(PoolPart part, long bytes, int numaNode) {
        InvalidInput.unless(bytes > 0, "extent.length", "is " + bytes + "; it must be positive");
        if (bytes > part.largestBytes()) {
            return new Allocation.TooLarge(part.largestBytes());
        }
        int start = part.allocate(bytes, numaNode);
        if (start == ExtentAllocator.NONE) {
            return FULL;
        }
        long offset = (long) start * head.granuleBytes();
        return new Allocation.Granted(new Extent(offset, bytes, generations.acquire(offset)));
    }

    /// The prefetch buffer as it is now; nothing of it where there is none. Any thread.
    public BufferFigures buffer() {
        PoolPart part = buffer;
        return part == null
                ? BufferFigures.NONE
                : new BufferFigures(
                        part.capacityBytes(), part.usedBytes(), part.quarantinedBytes(), part.largestFreeBytes());
    }

    /// Whether an extent of this pool lies in the prefetch buffer. Any thread.
    public boolean isInBuffer(Extent extent) {
        return extent.offsetBytes() >= main.capacityBytes();
    }

    private PoolPart part(Extent extent) {
        PoolPart other = buffer;
        return other != null && isInBuffer(extent) ? other : main;
    }

    /// The NUMA node whose memory an extent of this pool has. Any thread.
    public int numaNode(Extent extent) {
        return part(extent).arenas().numaNode((int) (extent.offsetBytes() / head.granuleBytes()));
    }

    /// The NUMA node whose arena has most room now.
    public int emptiestNode() {
        return main.arenas().emptiestNode();
    }

    /// Whether there is an arena of that NUMA node.
    public boolean hasArena(int numaNode) {
        return main.arenas().has(numaNode);
    }

    /// How many extents of that length the pool could hold; no arena's end is in one.
    public long mostExtents(long bytes) {
        return bytes > capacityBytes() ? 0 : main.arenas().most(main.granules(bytes));
    }

    /// Every arena of the main pool as it is now, in the order of the data area.
    public List<ArenaFigures> arenas() {
        long granule = head.granuleBytes();
        return main.arenas().inOrder().stream()
                .map(arena -> new ArenaFigures(
                        arena.numaNode(),
                        arena.granules() * granule,
                        arena.allocator().usedGranules() * granule,
                        arena.allocator().longestFree() * granule))
                .toList();
    }

    /// What its memory came to at the start.
    public BackingReport backing() {
        return backing;
    }

    /// Makes every reader's copy of the extent stale, then gives the range back.
    public void free(Extent extent) {
        requireAllocated(extent);
        Invariant.check(!part(extent).quarantine().contains(extent), "an extent in quarantine is not freed: " + extent);
        giveBack(extent);
    }

    /// Keeps an allocated extent from any other writer while `holder` may still write it.
    ///
    /// @return true: it moved, over the cap or not; false: it was in quarantine already, and nothing changed
    public boolean quarantine(Extent extent, String holder) {
        requireAllocated(extent);
        return part(extent).quarantine(extent, holder);
    }

    public long quarantinedBytes(String holder) {
        return main.quarantine().keptBytes(holder);
    }

    /// True if the holder has more in quarantine than one holder may: it gets no new reservation.
    public boolean overCap(String holder) {
        return main.quarantine().keptBytes(holder) > quarantineCapBytes;
    }

    /// Frees everything that `holder` has in quarantine, because it is proven to be gone.
    ///
    /// @return how many extents that were
    public int endQuarantine(String holder) {
        List<Extent> extents = main.quarantine().extents(holder);
        extents.forEach(this::endQuarantine);
        return extents.size();
    }

    /// Frees one extent, because nobody writes it any more: a read that timed out is over.
    public void endQuarantine(Extent extent) {
        requireAllocated(extent);
        part(extent).leaveQuarantine(extent);
        giveBack(extent);
    }

    /// The bytes of an extent; its length is the extent's.
    public MemorySegment slice(Extent extent) {
        return data.asSlice(extent.offsetBytes(), extent.lengthBytes());
    }

    /// CRC32C of an extent of this, the node's own, pool.
    public int checksum(Extent extent) {
        return Checksum.of(slice(extent));
    }

    @Override
    public long acquire(long offsetBytes) {
        return generations.acquire(offsetBytes);
    }

    @Override
    public boolean confirm(long offsetBytes, long expected) {
        return generations.confirm(offsetBytes, expected);
    }

    /// Deletes the file and its engines' lock files, and unmaps it here; other processes that map it keep their
    /// memory. Whoever uses the pool in this process ends first (close the fabric before the pool): I/O under
    /// way is waited for, 10 s at most, and every other access, now or later, throws an [IllegalStateException].
    /// Closing again does nothing.
    @Override
    public void close() {
        try {
            Files.deleteIfExists(path);
            PoolFile.removeLocks(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            mapping.close();
        }
    }

    private void giveBack(Extent extent) {
        generations.bump(extent.offsetBytes());
        part(extent).giveBack(extent);
    }

    private void requireAllocated(Extent extent) {
        PoolPart part = part(extent);
        boolean allocated = extent.endBytes() <= head.dataBytes()
                && generations.acquire(extent.offsetBytes()) == extent.generation()
                && part.lengthAt(extent.offsetBytes()) == part.granules(extent.lengthBytes());
        Invariant.check(allocated, "the extent is allocated in this pool: " + extent);
    }

    /// What an extent of so many bytes takes: whole granules.
    public long roundedBytes(long bytes) {
        return (bytes + head.granuleBytes() - 1) / head.granuleBytes() * head.granuleBytes();
    }
}
