package io.forebay.memory.ssd.terms;

import io.forebay.core.answer.InvalidInput;
import java.nio.file.Path;

/// One device of the tier.
///
/// @param directory the tier's own; created where needed
/// @param capacityBytes what all files together may take at any moment, those being written included
public record DeviceSettings(Path directory, long capacityBytes) {
    /// Fewer files than this in a device would leave nothing beside the file being written and the reserve.
    private static final int LEAST_FILES = 8;

    private static final int MOST_FILES = 512;
    private static final long LEAST_FILE_BYTES = 64 << 10;
    private static final long MOST_FILE_BYTES = 4L << 30;
    private static final long PAGE_BYTES = 4 << 10;

    public DeviceSettings {
        InvalidInput.unless(
                capacityBytes >= LEAST_FILES * LEAST_FILE_BYTES,
                "ssd.capacity",
                "is " + capacityBytes + " bytes; the least is " + LEAST_FILES * LEAST_FILE_BYTES);
    }

    /// The size of a file: what was asked for, unless so few or so many of them would fit that it serves
    /// nobody.
    ///
    /// @param fileBytes asked for
    /// @param roomBytes what the device really has, if that is less than its capacity
    public long fileBytes(long fileBytes, long roomBytes) {
        long room = Math.min(capacityBytes, roomBytes);
        long wanted = Math.min(Math.max(fileBytes, room / MOST_FILES), MOST_FILE_BYTES);
        long size = Math.max(LEAST_FILE_BYTES, Math.min(wanted, room / LEAST_FILES));
        return size / PAGE_BYTES * PAGE_BYTES;
    }
}
