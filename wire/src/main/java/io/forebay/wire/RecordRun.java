package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;

/// The shape of a packed run of records: how many blocks, how many records in each, how many bytes a record.
///
/// @param perBlock records of every block, 1–65,536; 0 only in a run without blocks
/// @param recordBytes from the start of one record to the start of the next
/// @param blocks 0–65,536
record RecordRun(int perBlock, int recordBytes, int blocks) {
    private static final int MAX_PER_BLOCK = 65_536;
    private static final int MAX_RECORD_BYTES = 1_024;

    /// The shape of a run about to be written. Refuses one that no message can hold.
    static RecordRun toWrite(String field, int perBlock, int recordBytes, int blocks) {
        long sizeBytes = (long) perBlock * recordBytes * blocks;
        InvalidInput.unless(
                sizeBytes <= Limits.MAX_MESSAGE_BYTES,
                field,
                "need " + sizeBytes + " bytes; the limit of a message is " + Limits.MAX_MESSAGE_BYTES);
        return new RecordRun(perBlock, recordBytes, blocks);
    }

    /// The shape of a run that came over the wire, where both counts are unsigned.
    ///
    /// @param leastBytes what this build reads of each record
    /// @param sizeBytes of the whole run
    static RecordRun read(String field, int perBlock, int recordBytes, int leastBytes, int sizeBytes) {
        if (sizeBytes == 0) {
            return new RecordRun(0, leastBytes, 0);
        }
        InvalidInput.unless(
                perBlock >= 1 && perBlock <= MAX_PER_BLOCK,
                field,
                "has " + Integer.toUnsignedString(perBlock) + " for each block; it must be from 1 to " + MAX_PER_BLOCK);
        InvalidInput.unless(
                recordBytes >= leastBytes && recordBytes <= MAX_RECORD_BYTES,
                field,
                "has records of " + Integer.toUnsignedString(recordBytes) + " bytes; they must be from " + leastBytes
                        + " to " + MAX_RECORD_BYTES);
        int blockBytes = perBlock * recordBytes;
        InvalidInput.unless(
                sizeBytes % blockBytes == 0,
                field,
                "has " + sizeBytes + " bytes, which is no multiple of a block's " + blockBytes);
        int blocks = sizeBytes / blockBytes;
        InvalidInput.unless(
                blocks <= Limits.MAX_KEYS, field, "has " + blocks + " blocks; the limit is " + Limits.MAX_KEYS);
        return new RecordRun(perBlock, recordBytes, blocks);
    }

    int sizeBytes() {
        return perBlock * recordBytes * blocks;
    }

    /// Where a record starts.
    int at(int block, int record) {
        return (block * perBlock + record) * recordBytes;
    }
}
