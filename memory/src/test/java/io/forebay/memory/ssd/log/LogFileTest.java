package io.forebay.memory.ssd.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import io.forebay.memory.TestTmpfs;
import io.forebay.memory.ssd.TestBlock;
import io.forebay.memory.ssd.file.DiskDirectory;
import io.forebay.memory.ssd.file.LogDirectory;
import io.forebay.memory.ssd.file.NoRoomException;
import io.forebay.memory.ssd.file.ShortIoDirectory;
import io.forebay.memory.ssd.format.IndexEntry;
import io.forebay.memory.ssd.format.NamespaceLayout;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogFileTest {
    private static final long SIZE = 8 << 20;

    @TempDir
    Path directory;

    private LogDirectory open(boolean direct) throws IOException {
        return DiskDirectory.open(directory, direct);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsWrittenIsRead(boolean direct) throws IOException {
        TestLog log = new TestLog(open(direct), SIZE);
        for (Layout layout : List.of(TestBlock.ALIGNED, TestBlock.ODD, new KvLayout(1, 1, 1_500_000, 1))) {
            TestBlock block = TestBlock.of(layout.blockBytes(), layout);
            IndexEntry entry = log.write(block);
            for (int shift : new int[] {0, 1, 512}) {
                List<MemorySegment> targets = block.targets(shift);
                assertEquals(new RecordReading.Sound(block.entries()), log.read(entry, targets));
                assertTrue(block.isIn(targets));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void bytesThatAreNotAlignedInMemoryAreWrittenToo(boolean direct) throws IOException {
        TestLog log = new TestLog(open(direct), SIZE);
        TestBlock block = TestBlock.of(1, TestBlock.ALIGNED);
        List<MemorySegment> shifted = block.targets(3);
        for (int slot = 0; slot < shifted.size(); slot++) {
            shifted.get(slot).copyFrom(block.slots().get(slot));
        }
        IndexEntry entry = log.write(block, shifted);
        List<MemorySegment> targets = block.targets(0);
        assertInstanceOf(RecordReading.Sound.class, log.read(entry, targets));
        assertTrue(block.isIn(targets));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shortReadsAndWritesGoOn(boolean direct) throws IOException {
        TestLog log = new TestLog(new ShortIoDirectory(open(direct), direct ? 4_096 : 777), SIZE);
        for (Layout layout : List.of(TestBlock.ALIGNED, TestBlock.ODD)) {
            TestBlock block = TestBlock.of(7, layout);
            IndexEntry entry = log.write(block);
            List<MemorySegment> targets = block.targets(0);
            assertInstanceOf(RecordReading.Sound.class, log.read(entry, targets));
            assertTrue(block.isIn(targets));
        }
        log.finish();
        assertEquals(log.entries, log.inspect(false).contents().records());
    }

    @Test
    void aRecordElsewhereIsCorrupt() throws IOException {
        TestLog log = new TestLog(open(true), SIZE);
        TestBlock one = TestBlock.of(1, TestBlock.ALIGNED);
        TestBlock two = TestBlock.of(2, TestBlock.ALIGNED);
        IndexEntry first = log.write(one);
        IndexEntry second = log.write(two);
        IndexEntry confused =
                new IndexEntry(second.home(), second.hash(), second.sequence(), first.offset(), first.headBytes());
        assertInstanceOf(RecordReading.Corrupt.class, log.read(confused, two.targets(0)));
    }

    /// The place and the sequence are right, the name or the layout is another one of the same size.
    @Test
    void aRecordOfAnotherBlockInThatPlaceIsCorrupt() throws IOException {
        TestLog log = new TestLog(open(true), SIZE);
        TestBlock block = TestBlock.of(1, TestBlock.ALIGNED);
        IndexEntry entry = log.write(block);
        KvLayout aligned = (KvLayout) TestBlock.ALIGNED;
        NamespaceLayout otherGroup = TestBlock.home(new KvLayout(
                aligned.order(), 1, aligned.tensorParallel(), 2, aligned.layerBytes(), aligned.alignment()));
        IndexEntry otherHash =
                new IndexEntry(entry.home(), TestBlock.hash(2), entry.sequence(), entry.offset(), entry.headBytes());
        IndexEntry otherHome =
                new IndexEntry(otherGroup, entry.hash(), entry.sequence(), entry.offset(), entry.headBytes());
        assertInstanceOf(RecordReading.Corrupt.class, log.read(otherHash, block.targets(0)));
        assertInstanceOf(RecordReading.Corrupt.class, log.read(otherHome, block.targets(0)));
        assertInstanceOf(RecordReading.Sound.class, log.read(entry, block.targets(0)));
    }

    @Test
    void anOlderSequenceInTheSamePlaceIsCorrupt() throws IOException {
        TestLog log = new TestLog(open(true), SIZE);
        TestBlock block = TestBlock.of(1, TestBlock.ALIGNED);
        IndexEntry entry = log.write(block);
        IndexEntry later =
                new IndexEntry(entry.home(), entry.hash(), entry.sequence() + 1, entry.offset(), entry.headBytes());
        assertInstanceOf(RecordReading.Corrupt.class, log.read(later, block.targets(0)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBitThatTurnedInARecordMakesItCorrupt(boolean direct) throws IOException {
        TestLog log = new TestLog(open(direct), SIZE);
        SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 50; round++) {
            TestBlock block = TestBlock.of(round, round % 2 == 0 ? TestBlock.ALIGNED : TestBlock.ODD);
            IndexEntry entry = log.write(block);
            long bytes = entry.headBytes() + entry.bodyBytes();
            flip(entry.offset() * 8 + random.nextLong(bytes * 8));
            assertInstanceOf(RecordReading.Corrupt.class, log.read(entry, block.targets(0)), "round " + round);
        }
    }

    @Test
    void aRecordWhoseFileWasCutIsCorrupt() throws IOException {
        TestLog log = new TestLog(open(true), SIZE);
        TestBlock block = TestBlock.of(1, TestBlock.ALIGNED);
        IndexEntry entry = log.write(block);
        for (long size : new long[] {entry.endOffset() - 1, entry.endOffset() - 4_096, entry.offset(), 0}) {
            try (FileChannel channel = FileChannel.open(path(), StandardOpenOption.WRITE)) {
                channel.truncate(size);
            }
            assertInstanceOf(RecordReading.Corrupt.class, log.read(entry, block.targets(0)), "at " + size);
        }
    }

    @Test
    void aFileNeverGrowsBeyondItsRoom() throws IOException {
        TestLog log = new TestLog(open(true), 256 << 10);
        TestBlock block = TestBlock.of(1, TestBlock.ALIGNED);
        long record = 3 * 4_096;
        int written = 0;
        while (log.file.reserveRecord(block.home(), record).isPresent()) {
            written++;
        }
        assertEquals(((256 << 10) - 3 * 4_096) / record, written);
        log.finish();
        assertTrue(Files.size(path()) <= 256 << 10, "size " + Files.size(path()));
        assertEquals(log.file.sizeBytes(), Files.size(path()));
    }

    @Test
    void theLargestRecordFitsAnEmptyFileAndNoLargerOneDoes() throws IOException {
        TestLog log = new TestLog(open(true), SIZE);
        NamespaceLayout home = TestBlock.home(TestBlock.ODD);
        long largest = LogFile.largestRecord(SIZE, home);
        assertTrue(log.file.reserveRecord(home, largest + 4_096).isEmpty());
        assertTrue(log.file.reserveRecord(home, largest).isPresent());
    }

    @Test
    void aFileThatFindsNoRoomLeavesNothing() throws IOException {
        try (TestTmpfs small = TestTmpfs.mount(directory, "size=8m")) {
            assertThrows(NoRoomException.class, () -> new TestLog(open(false), 16 << 20));
            assertEquals(0, small.directory().toFile().list().length);
        }
    }

    private Path path() {
        return directory.resolve(TestLog.ID.fileName());
    }

    private void flip(long bit) throws IOException {
        FileDamage.flip(path(), bit);
    }
}
