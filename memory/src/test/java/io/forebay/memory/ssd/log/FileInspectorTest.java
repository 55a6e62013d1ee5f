package io.forebay.memory.ssd.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.memory.ssd.TestBlock;
import io.forebay.memory.ssd.file.BlockFile;
import io.forebay.memory.ssd.file.DiskDirectory;
import io.forebay.memory.ssd.format.FileId;
import io.forebay.memory.ssd.format.IndexEntry;
import io.forebay.memory.ssd.format.SsdFormat;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileInspectorTest {
    private static final int BLOCKS = 12;

    @TempDir
    Path directory;

    private TestLog written(boolean finished) throws IOException {
        Files.deleteIfExists(path());
        return written(DiskDirectory.open(directory, true), finished);
    }

    private static TestLog written(DiskDirectory disk, boolean finished) throws IOException {
        TestLog log = new TestLog(disk, 1 << 20);
        for (int number = 0; number < BLOCKS; number++) {
            log.write(TestBlock.of(number, number % 3 == 0 ? TestBlock.ODD : TestBlock.ALIGNED));
        }
        log.drop(TestBlock.of(4, TestBlock.ALIGNED));
        if (finished) {
            log.finish();
        }
        return log;
    }

    private Path path() {
        return directory.resolve(TestLog.ID.fileName());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFileIsFoundAsItWasLeft(boolean finished) throws IOException {
        TestLog log = written(finished);
        FoundFile found = log.inspect(false);
        assertEquals(finished, found.footed());
        assertEquals(log.entries, found.contents().records());
        assertEquals(log.tombstones, found.contents().tombstones());
        assertEquals(List.of(), found.damage());
        assertEquals("node", found.head().orElseThrow().owner());
        assertEquals(log.entries, log.inspect(true).contents().records());
    }

    /// The earlier one's footer is at the end, its records behind the new one's last; one of them the new one has cut.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatAnEarlierFileHadInThisPlaceIsNeitherFoundNorDamage(boolean finished) throws IOException {
        DiskDirectory disk = DiskDirectory.open(directory, true);
        disk.hold("node");
        FileId earlier = new FileId(3, 77);
        TestLog before = new TestLog(disk, earlier, 1 << 20);
        for (int number = 100; number < 130; number++) {
            before.write(TestBlock.of(number, TestBlock.ODD));
        }
        if (finished) {
            before.finish();
        }
        before.file.delete(true);
        TestLog log = written(disk, false);
        assertEquals(1 << 20, Files.size(path()));
        FoundFile found = log.inspect(false);
        assertEquals(log.entries, found.contents().records());
        assertEquals(log.tombstones, found.contents().tombstones());
        assertEquals(List.of(), found.damage());
        assertEquals(List.of(), found.corrupt());
        log.finish();
        assertEquals(List.of(), log.inspect(true).damage());
        assertEquals(log.entries, log.inspect(false).contents().records());
        disk.close();
    }

    /// Small records: hundreds of old heads in each piece that is read at a time.
    @Test
    void anEarlierFilesHeadsAreReadOnce() throws IOException {
        DiskDirectory disk = DiskDirectory.open(directory, true);
        disk.hold("node");
        TestLog before = new TestLog(disk, new FileId(3, 77), 8 << 20);
        for (int number = 100; number < 400; number++) {
            before.write(TestBlock.of(number, TestBlock.ALIGNED));
        }
        before.file.delete(true);
        TestLog log = new TestLog(disk, 8 << 20);
        log.write(TestBlock.of(1, TestBlock.ALIGNED));
        CountingFile counting = new CountingFile(disk.open(TestLog.ID.fileName(), true));
        FoundFile found = new FileInspector(counting, TestLog.ID, log.staging).index();
        assertEquals(log.entries, found.contents().records());
        assertTrue(counting.bytes < 2 * (8 << 20), () -> counting.bytes + " bytes were read");
        counting.close();
        disk.close();
    }

    private static final class CountingFile implements BlockFile {
        private final BlockFile file;
        private long bytes;

        CountingFile(BlockFile file) {
            this.file = file;
        }

        @Override
        public long read(long offset, ByteBuffer[] into) throws IOException {
            long read = file.read(offset, into);
            bytes += Math.max(0, read);
            return read;
        }

        @Override
        public long write(long offset, ByteBuffer[] from) throws IOException {
            throw new IOException("looking only");
        }

        @Override
        public long sizeBytes() throws IOException {
            return file.sizeBytes();
        }

        @Override
        public void truncate(long sizeBytes) throws IOException {
            throw new IOException("looking only");
        }

        @Override
        public void sync() {}

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    @Test
    void aFinishedFilesRecordsAreNotReadAtAStart() throws IOException {
        TestLog log = written(true);
        FileDamage.flip(path(), 8 * (log.entries.get(4).endOffset() - 10));
        assertEquals(log.entries, log.inspect(false).contents().records());
        assertEquals(List.of(log.entries.get(4).key()), log.inspect(true).corrupt());
        assertEquals(
                1,
                log.inspect(true).damage().stream()
                        .filter(line -> line.startsWith("the footer's record"))
                        .count());
    }

    /// Behind the hole that a write left which a kill cut off before its head was there.
    @Test
    void recordsBehindAHoleAreFound() throws IOException {
        TestLog log = written(false);
        IndexEntry hole = log.entries.get(5);
        try (FileChannel channel = FileChannel.open(path(), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate((int) hole.totalBytes()), hole.offset());
        }
        FoundFile found = log.inspect(false);
        List<IndexEntry> others = new ArrayList<>(log.entries);
        others.remove(hole);
        assertEquals(others, found.contents().records());
    }

    /// A tenant who writes a block that looks like a record must not get one.
    @Test
    void aBlockThatLooksLikeARecordIsNone() throws IOException {
        TestLog log = new TestLog(DiskDirectory.open(directory, true), 1 << 20);
        TestBlock evil = TestBlock.of(1, TestBlock.ALIGNED);
        TestBlock forged = TestBlock.of(2, TestBlock.ALIGNED);
        byte[] head = forged.head().encode(log.file.place(2 * SsdFormat.PAGE_BYTES), 99);
        byte[] otherNonce = head.clone();
        otherNonce[40] ^= 1;
        evil.slots().getFirst().copyFrom(MemorySegment.ofArray(otherNonce));
        IndexEntry entry = log.write(evil);
        FileDamage.flip(path(), 8 * entry.offset() + 100);
        assertEquals(List.of(), log.inspect(false).contents().records());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whereverAFileIsCutEveryRecordBeforeThatIsFound(boolean finished) throws IOException {
        SplittableRandom random = new SplittableRandom(finished ? 1 : 2);
        for (int round = 0; round < 50; round++) {
            TestLog log = written(finished);
            long size = random.nextLong(log.entries.getLast().endOffset() + 3 * 4_096);
            FileDamage.cut(path(), Math.min(size, Files.size(path())));
            FoundFile found = log.inspect(false);
            Set<IndexEntry> whole = log.entries.stream()
                    .filter(each -> each.endOffset() <= size)
                    .collect(Collectors.toSet());
            assertEquals(whole, new HashSet<>(found.contents().records()), "cut at " + size);
            assertTrue(found.endOffset() <= Math.max(size, 4_096));
            assertEverythingReads(log, found);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whateverBitTurnsEveryOtherRecordIsFoundAndNoByteIsWrong(boolean finished) throws IOException {
        SplittableRandom random = new SplittableRandom(finished ? 3 : 4);
        for (int round = 0; round < 50; round++) {
            TestLog log = written(finished);
            long bit = 8
                    * random.nextLong(
                            finished
                                    ? Files.size(path())
                                    : log.entries.getLast().endOffset());
            FileDamage.flip(path(), bit + random.nextInt(8));
            FoundFile found = log.inspect(false);
            Set<IndexEntry> hit = new HashSet<>(log.entries);
            hit.removeIf(
                    each -> bit / 8 >= each.offset() && bit / 8 < each.offset() + each.headBytes() + each.bodyBytes());
            assertTrue(found.contents().records().containsAll(hit), "bit " + bit);
            Set<IndexEntry> damaged = new HashSet<>(log.entries);
            damaged.removeAll(hit);
            for (IndexEntry each : damaged) {
                boolean known = found.contents().records().contains(each);
                boolean headIsWhole = bit / 8 >= each.offset() + each.headBytes();
                assertEquals(finished, known, "a footer names it, a scan leaves it out");
                assertEquals(!finished && headIsWhole, found.corrupt().contains(each.key()));
                assertTrue(!known
                        || log.read(each, TestBlock.targets(each.home().layout(), 0)) instanceof RecordReading.Corrupt);
            }
            found.contents().records().stream().filter(hit::contains).forEach(each -> assertReads(log, each));
        }
    }

    @Test
    void aFileOfAnotherFormatIsRefused() throws IOException {
        TestLog log = written(true);
        byte[] page = Files.readAllBytes(path());
        MemorySegment head = MemorySegment.ofArray(page).asSlice(0, 4_096);
        head.set(ValueLayout.JAVA_INT_UNALIGNED, 8, 2);
        head.set(ValueLayout.JAVA_INT_UNALIGNED, 12, 0);
        java.util.zip.CRC32C checksum = new java.util.zip.CRC32C();
        checksum.update(page, 0, 4_096);
        head.set(ValueLayout.JAVA_INT_UNALIGNED, 12, (int) checksum.getValue());
        Files.write(path(), page);
        IOException e = assertThrows(IOException.class, () -> log.inspect(false));
        assertTrue(String.valueOf(e.getMessage()).contains("has format 2; this build reads 1"), e.getMessage());
    }

    @Test
    void whatHasNothingIsEmpty() throws IOException {
        TestLog log = written(false);
        FileDamage.cut(path(), 0);
        FoundFile found = log.inspect(false);
        assertTrue(found.isEmpty());
        assertFalse(found.footed());
        assertEquals(SsdFormat.PAGE_BYTES, found.endOffset());
    }

    private static void assertEverythingReads(TestLog log, FoundFile found) {
        found.contents().records().forEach(each -> assertReads(log, each));
    }

    private static void assertReads(TestLog log, IndexEntry entry) {
        try {
            TestBlock block =
                    TestBlock.of(TestBlock.number(entry.key()), entry.home().layout());
            List<MemorySegment> targets = block.targets(0);
            assertEquals(new RecordReading.Sound(block.entries()), log.read(entry, targets));
            assertTrue(block.isIn(targets));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
