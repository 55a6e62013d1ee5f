package io.forebay.memory.ssd.device;

import io.forebay.memory.ssd.file.LogDirectory;
import io.forebay.memory.ssd.format.FileId;
import io.forebay.memory.ssd.format.IndexEntry;
import io.forebay.memory.ssd.format.Tombstone;
import io.forebay.memory.ssd.log.LogFile;
import io.forebay.memory.ssd.terms.ReadListener;
import io.forebay.memory.ssd.terms.SsdGauges;
import io.forebay.memory.ssd.terms.WriteRefusal;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// One device of a tier: a directory, its files, its reads and writes. Its methods are called within turns,
/// unless they say otherwise.
public final class Device {
    private final DeviceKit kit;
    private final FileSet files;
    private final Keeping keeping;
    private final Drops drops;
    private final Syncs syncs;
    private final Writes writes;
    private final Reads reads;
    private final Reclaim reclaim;
    private final Evictions evictions;
    private final UseOrder uses = new UseOrder();
    /// How far ahead of its turn the device is; see [Stripe].
    long credit;

    Device(DeviceKit kit, LongSupplier nonces, long capacityBytes, long fileBytes) {
        this.kit = kit;
        this.files = new FileSet(kit, nonces, capacityBytes, fileBytes);
        this.keeping = new Keeping(kit, files);
        this.drops = new Drops(kit, files, keeping);
        Unsafe unsafe = new Unsafe(kit, files, drops);
        files.onFull(new Finishing(kit, files, unsafe)::finish);
        this.syncs = new Syncs(kit, files, unsafe);
        Proposals proposals = new Proposals(kit, drops);
        this.reclaim = new Reclaim(kit, files, new Reclaim.Parts(keeping, drops, syncs, proposals));
        this.evictions = new Evictions(kit, files, uses, proposals);
        drops.onNoRoom(reclaim::ahead);
        this.writes = new Writes(kit, this, new Writes.Parts(files, drops, syncs, reclaim, evictions));
        this.reads = new Reads(kit, files, drops, writes::refuseWhileFailing);
    }

    DeviceKit kit() {
        return kit;
    }

    UseOrder uses() {
        return uses;
    }

    FileSet files() {
        return files;
    }

    /// True if a file could hold the write's record.
    boolean couldHold(PendingWrite write) {
        return write.totalBytes() <= LogFile.largestRecord(files.fileBytes(), write.head.home());
    }

    boolean admits() {
        return kit.breaker().admits();
    }

    boolean hasQueueFor(long totalBytes) {
        return writes.hasRoomFor(totalBytes);
    }

    /// Bytes that can be written before anything has to go; at least a file's, since reclaim makes that.
    long freeBytes() {
        long free = files.limitBytes() - files.takenBytes() - writes.queueBytes();
        return Math.max(free, files.fileBytes());
    }

    void accept(PendingWrite write) {
        kit.breaker().asked();
        writes.accept(write);
    }

    void read(StoredRecord record, List<MemorySegment> targets, long nanos, ReadListener listener) {
        reads.read(record, targets, nanos, listener);
    }

    void pin(StoredRecord record) {
        kit.counters().pinned += record.pins == 0 ? 1 : 0;
        record.pins++;
        record.use();
        files.hold(record.file);
    }

    void unpin(StoredRecord record) {
        record.pins--;
        kit.counters().pinned -= record.pins == 0 ? 1 : 0;
        files.letGo(record.file);
    }

    void drop(StoredRecord record) {
        kit.records().kill(record);
        drops.bury(record.key, record.file.number());
    }

    /// Makes safe what was written and dropped.
    ///
    /// @param then hears whether everything up to now, drops included, survives a loss of power
    void sync(Consumer<Boolean> then) {
        drops.flushed(flushed -> syncs.request(synced -> then.accept(flushed && synced)));
    }

    /// Takes in what a start has found in a file; the records that count are [added][#found] one by one.
    StoredFile adopt(LogFile log, List<Tombstone> tombstones) {
        StoredFile file = files.adopt(log);
        file.tombstones.addAll(tombstones);
        return file;
    }

    /// A file of ours that the device cannot read.
    void skip(LogDirectory.Listed file) {
        long number = FileId.parse(file.name()).map(FileId::number).orElse(0L);
        files.skip(number, file.sizeBytes());
    }

    void found(IndexEntry entry, StoredFile file) {
        kit.records().add(new StoredRecord(entry, this, file));
    }

    /// Nothing waits or is begun any more; what is under way goes on.
    void stop() {
        reclaim.close();
        evictions.close();
        drops.close();
        writes.refuseQueued(WriteRefusal.CLOSED);
    }

    boolean isIdle() {
        return writes.isIdle()
                && reads.isIdle()
                && syncs.isIdle()
                && drops.isIdle()
                && reclaim.isIdle()
                && !files.isRolling();
    }

    /// Ends the files that are written to; they are finished when all are [#isFinished].
    void endFiles() {
        files.endActive();
        kit.lock().later(() -> kit.threads().reclaim(keeping::end));
    }

    boolean isFinished() {
        return !keeping.isOpen() && !files.isDeleting() && files.all().stream().noneMatch(StoredFile::isOpen);
    }

    /// Lets threads, files and directory go. Outside of turns; nothing is asked of the device any more.
    ///
    /// @param atRest false if something hangs: what it uses is left to it, and the directory stays locked
    void release(boolean atRest) {
        kit.threads().close();
        if (!atRest || !kit.staging().isWhole()) {
            return;
        }
        files.close();
        kit.staging().close();
        kit.directory().close();
    }

    /// Used bytes, counted anew from the records.
    long auditedBytes() {
        return files.all().stream()
                .flatMap(each -> each.live().stream())
                .mapToLong(StoredRecord::totalBytes)
                .sum();
    }

    SsdGauges gauges() {
        return DeviceFigures.of(kit, files);
    }
}
