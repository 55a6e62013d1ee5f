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

/// A node's DRAM pool: extents in a memory file that engines and peers on the same host map too (architecture,
/// decision 12). It has one arena, or one for each NUMA node; an extent lies in one of them.
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
    private final Arenas arenas;
    private final BackingReport backing;
    private final Quarantine quarantine = new Quarantine();
    private final long quarantineCapBytes;
    private long askedBytes;
    /// Written by the writer thread only, for readers on others.
    private volatile long usedBytes;

    private volatile long quarantinedBytes;
    private volatile long wastedBytes;
    private volatile long largestFreeBytes;

    private Pool(PoolMemory memory, Mapping mapping, MemorySegment file, BackingReport backing) {
        this.path = memory.path();
        this.head = memory.head();
        this.mapping = mapping;
        this.backing = backing;
        this.data = file.asSlice(head.dataOffset());
        this.generations = new GenerationTable(file, head);
        this.arenas = new Arenas(memory.arenas(), head.granuleBytes());
        this.quarantineCapBytes = memory.settings().quarantineCapBytes();
        count();
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
        List<ArenaRange> arenas = backing.arenas(head.dataBytes());
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
        return head.dataBytes();
    }

    /// Whole granules of everything allocated, quarantine included. Used and free add up to the capacity.
    public long usedBytes() {
        return usedBytes;
    }

    public long quarantinedBytes() {
        return quarantinedBytes;
    }

    public long freeBytes() {
        return capacityBytes() - usedBytes;
    }

    /// Bytes in use that nobody asked for: what is missing to whole granules.
    public long wastedBytes() {
        return wastedBytes;
    }

    /// The largest extent that could be allocated now. Much less than [#freeBytes] means that the pool is in pieces.
    public long largestFreeBytes() {
        return largestFreeBytes;
    }

    /// Takes a range for a slot, in the arena with most room. Its bytes are whatever the last user left.
    public Allocation allocate(long bytes) {
        return allocate(bytes, ANYWHERE);
    }

    /// The same in the arena of a NUMA node, if there is one and it has room; else wherever there is. Room is
    /// worth more than nearness: a copy over the interconnect is some times slower, a block that is not kept is
    /// computed again.
    public Allocation allocate(long bytes, int numaNode) {
        InvalidInput.unless(bytes > 0, "extent.length", "is " + bytes + "; it must be positive");
        long largestBytes = (long) arenas.largest() * head.granuleBytes();
        if (bytes > largestBytes) {
            return new Allocation.TooLarge(largestBytes);
        }
        int start = arenas.allocate(granules(bytes), numaNode);
        if (start == ExtentAllocator.NONE) {
            return FULL;
        }
        askedBytes += bytes;
        count();
        long offset = (long) start * head.granuleBytes();
        return new Allocation.Granted(new Extent(offset, bytes, generations.acquire(offset)));
    }

    /// The NUMA node whose memory an extent of this pool has. Any thread.
    public int numaNode(Extent extent) {
        return arenas.numaNode((int) (extent.offsetBytes() / head.granuleBytes()));
    }

    /// The NUMA node whose arena has most room now.
    public int emptiestNode() {
        return arenas.emptiestNode();
    }

    /// Whether there is an arena of that NUMA node.
    public boolean hasArena(int numaNode) {
        return arenas.has(numaNode);
    }

    /// How many extents of that length the pool could hold; no arena's end is in one.
    public long mostExtents(long bytes) {
        return bytes > capacityBytes() ? 0 : arenas.most(granules(bytes));
    }

    /// Every arena as it is now, in the order of the data area.
    public List<ArenaFigures> arenas() {
        long granule = head.granuleBytes();
        return arenas.inOrder().stream()
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
        Invariant.check(!quarantine.contains(extent), "an extent in quarantine is not freed: " + extent);
        giveBack(extent);
    }

    /// Keeps an allocated extent from any other writer while `holder` may still write it.
    ///
    /// @return true: it moved, over the cap or not; false: it was in quarantine already, and nothing changed
    public boolean quarantine(Extent extent, String holder) {
        requireAllocated(extent);
        boolean moved = quarantine.add(extent, (long) granules(extent.lengthBytes()) * head.granuleBytes(), holder);
        count();
        return moved;
    }

    public long quarantinedBytes(String holder) {
        return quarantine.keptBytes(holder);
    }

    /// True if the holder has more in quarantine than one holder may: it gets no new reservation.
    public boolean overCap(String holder) {
        return quarantine.keptBytes(holder) > quarantineCapBytes;
    }

    /// Frees everything that `holder` has in quarantine, because it is proven to be gone.
    ///
    /// @return how many extents that were
    public int endQuarantine(String holder) {
        List<Extent> extents = quarantine.extents(holder);
        extents.forEach(this::endQuarantine);
        return extents.size();
    }

    /// Frees one extent, because nobody writes it any more: a read that timed out is over.
    public void endQuarantine(Extent extent) {
        requireAllocated(extent);
        Invariant.check(quarantine.remove(extent), "only an extent in quarantine leaves it: " + extent);
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
        arenas.free((int) (extent.offsetBytes() / head.granuleBytes()), granules(extent.lengthBytes()));
        askedBytes -= extent.lengthBytes();
        count();
    }

    private void count() {
        usedBytes = (long) arenas.usedGranules() * head.granuleBytes();
        quarantinedBytes = quarantine.keptBytes();
        wastedBytes = usedBytes - askedBytes;
        largestFreeBytes = (long) arenas.longestFree() * head.granuleBytes();
    }

    private void requireAllocated(Extent extent) {
        boolean allocated = extent.endBytes() <= capacityBytes()
                && generations.acquire(extent.offsetBytes()) == extent.generation()
                && arenas.lengthAt((int) (extent.offsetBytes() / head.granuleBytes()))
                        == granules(extent.lengthBytes());
        Invariant.check(allocated, "the extent is allocated in this pool: " + extent);
    }

    /// What an extent of so many bytes takes: whole granules.
    public long roundedBytes(long bytes) {
        return (bytes + head.granuleBytes() - 1) / head.granuleBytes() * head.granuleBytes();
    }

    private int granules(long bytes) {
        return (int) ((bytes + head.granuleBytes() - 1) / head.granuleBytes());
    }
}
