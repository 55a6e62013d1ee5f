package io.forebay.memory.ssd.terms;

import io.forebay.core.block.BlockKey;
import java.util.Comparator;
import java.util.List;

/// Which records go when room is needed. Files go whole, so it is asked twice: which file next, and, for that
/// file, what of it is worth being copied forward, for which there is room for a part of it only.
///
/// Called within the tier's turns: quick, and without calling the tier.
public interface ReclaimOrder {
    /// A file that could go.
    ///
    /// @param number later files have higher ones
    /// @param usedNanos when one of its records was last written, read or pinned
    record FileUse(long number, long sizeBytes, long liveBytes, long usedNanos) {}

    /// A live record of a file that goes.
    ///
    /// @param used whether it was read or pinned since it was written, or copied forward
    /// @param usedNanos when
    record RecordUse(BlockKey key, long storedBytes, boolean used, long usedNanos) {}

    /// The file that goes next.
    ///
    /// @param files at least one, in the order of their numbers
    FileUse next(List<FileUse> files);

    /// What a record is worth: it is copied forward if that is more than 0 and no room is taken by those worth
    /// more.
    double worth(RecordUse record);

    /// The oldest file goes, with all that is in it.
    ReclaimOrder FIFO = new ReclaimOrder() {
        @Override
        public FileUse next(List<FileUse> files) {
            return files.getFirst();
        }

        @Override
        public double worth(RecordUse record) {
            return 0;
        }
    };

    /// The oldest file goes; what was used of it gets another chance, what was used last first. Serves most.
    ReclaimOrder SECOND_CHANCE = new ReclaimOrder() {
        @Override
        public FileUse next(List<FileUse> files) {
            return files.getFirst();
        }

        @Override
        public double worth(RecordUse record) {
            return LRU.worth(record);
        }
    };

    /// The file that was not used for the longest time goes; what was used of it lately stays. One block that
    /// is in use keeps its file with all that lies beside it.
    ReclaimOrder LRU = new ReclaimOrder() {
        @Override
        public FileUse next(List<FileUse> files) {
            return files.stream()
                    .min(Comparator.comparingLong(FileUse::usedNanos))
                    .orElseThrow();
        }

        @Override
        public double worth(RecordUse record) {
            return record.used() ? Math.max(1, record.usedNanos()) : 0;
        }
    };
}
