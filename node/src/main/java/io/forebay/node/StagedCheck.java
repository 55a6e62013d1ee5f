package io.forebay.node;

import io.forebay.core.extent.Extent;
import io.forebay.memory.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// A look at slots that a source says it has filled, as its row of the table asks for: made on the loop by a
/// [StagedBlockBuilder], run once on any thread, and taken on the loop. What it looks at may be given back meanwhile:
/// then it sees whatever bytes, and nothing is made of it.
final class StagedCheck {
    private final Pool pool;
    private final StagedSource.Verification verification;
    private final IntFunction<List<StagedSlot>> said;
    private final List<Part> parts;
    private final List<int[]> checksums = new ArrayList<>();

    /// Slots of one block.
    ///
    /// @param block its index
    record Part(int block, List<Integer> slots, List<Extent> extents) {}

    /// @param said what the source says of the slots of each part; not asked where the checksums are only taken
    StagedCheck(
            Pool pool, StagedSource.Verification verification, IntFunction<List<StagedSlot>> said, List<Part> parts) {
        this.pool = pool;
        this.verification = verification;
        this.said = said;
        this.parts = parts;
    }

    /// Looks at one part after the other, up to the first that is not good.
    ///
    /// @return how many are good
    int run() {
        for (int part = 0; part < parts.size(); part++) {
            int[] sums = checksums(part);
            if (sums == null) {
                break;
            }
            checksums.add(sums);
        }
        return checksums.size();
    }

    /// The good parts, once it has run.
    List<Part> good() {
        return parts.subList(0, checksums.size());
    }

    /// The checksum of a slot of a good part.
    int checksum(int part, int index) {
        return checksums.get(part)[index];
    }

    private int @Nullable [] checksums(int part) {
        List<Extent> extents = parts.get(part).extents();
        int[] sums = new int[extents.size()];
        return switch (verification) {
            case TAKEN -> {
                for (int i = 0; i < sums.length; i++) {
                    sums[i] = pool.checksum(extents.get(i));
                }
                yield sums;
            }
            case COMPARED -> isAsSaid(extents, said.apply(part), sums, true) ? sums : null;
            case TOLD -> isAsSaid(extents, said.apply(part), sums, false) ? sums : null;
        };
    }

    private boolean isAsSaid(List<Extent> extents, List<StagedSlot> slots, int[] sums, boolean read) {
        if (slots.size() != extents.size()) {
            return false;
        }
        for (int i = 0; i < sums.length; i++) {
            StagedSlot slot = slots.get(i);
            Extent extent = extents.get(i);
            sums[i] = slot.checksum();
            boolean fits = slot.lengthBytes() == extent.lengthBytes();
            if (!fits || (read && pool.checksum(extent) != sums[i])) {
                return false;
            }
        }
        return true;
    }
}
