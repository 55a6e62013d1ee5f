package io.forebay.memory.ssd;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import io.forebay.memory.Checksum;
import io.forebay.memory.ssd.format.NamespaceLayout;
import io.forebay.memory.ssd.format.RecordHead;
import io.forebay.memory.ssd.format.SlotEntry;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// A block whose bytes follow from its number, so that any process can say what they must be.
public record TestBlock(NamespaceLayout home, BlockHash hash, List<MemorySegment> slots) {
    /// Slots of whole pages.
    public static final Layout ALIGNED = new KvLayout(2, 1, 4_096, 4_096);
    /// Slots that no page ends with.
    public static final Layout ODD = new KvLayout(3, 2, 1_000, 16);

    public static TestBlock of(long number, Layout layout) {
        NamespaceLayout home = home(layout);
        BlockHash hash = hash(number);
        SplittableRandom random = new SplittableRandom(number);
        List<MemorySegment> slots = new ArrayList<>();
        for (int slot = 0; slot < layout.slotCount(); slot++) {
            byte[] bytes = new byte[(int) layout.slotBytes()];
            random.nextBytes(bytes);
            slots.add(Arena.ofAuto().allocate(bytes.length, 4_096).copyFrom(MemorySegment.ofArray(bytes)));
        }
        return new TestBlock(home, hash, slots);
    }

    public static NamespaceLayout home(Layout layout) {
        return new NamespaceLayout(new Namespace("llama", "tenant", layout.fingerprint()), layout);
    }

    public static BlockHash hash(long number) {
        return BlockHash.of(ByteBuffer.allocate(32).putLong(number).array());
    }

    public static BlockKey key(long number, Layout layout) {
        return new BlockKey(home(layout).namespace(), hash(number));
    }

    /// The number that [#of] was given for it.
    public static long number(BlockKey key) {
        return ByteBuffer.wrap(key.hash().bytes()).getLong();
    }

    public BlockKey key() {
        return new BlockKey(home.namespace(), hash);
    }

    public RecordHead head() {
        return new RecordHead(home, hash, entries());
    }

    public List<SlotEntry> entries() {
        return slots.stream()
                .map(slot -> new SlotEntry(slot.byteSize(), Checksum.of(slot), 0))
                .toList();
    }

    /// Empty memory of the same shape, `shift` bytes off its alignment.
    public List<MemorySegment> targets(int shift) {
        return targets(home.layout(), shift);
    }

    public static List<MemorySegment> targets(Layout layout, int shift) {
        List<MemorySegment> targets = new ArrayList<>();
        for (int slot = 0; slot < layout.slotCount(); slot++) {
            MemorySegment room = Arena.ofAuto().allocate(layout.slotBytes() + shift, 4_096);
            targets.add(room.asSlice(shift));
        }
        return targets;
    }

    public boolean isIn(List<MemorySegment> targets) {
        for (int slot = 0; slot < slots.size(); slot++) {
            if (slots.get(slot).mismatch(targets.get(slot)) >= 0) {
                return false;
            }
        }
        return true;
    }

    /// Turns one bit over.
    public static void flip(MemorySegment bytes, long bit) {
        byte old = bytes.get(ValueLayout.JAVA_BYTE, bit / 8);
        bytes.set(ValueLayout.JAVA_BYTE, bit / 8, (byte) (old ^ (1 << (bit % 8))));
    }
}
