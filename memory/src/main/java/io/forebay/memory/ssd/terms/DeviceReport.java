package io.forebay.memory.ssd.terms;

import java.util.List;

/// How a device was found at a start, for people.
///
/// @param directory of the device
/// @param direct whether I/O goes past the page cache
/// @param files log files with something in them
/// @param scanned of those, the ones without a footer, which were read whole
/// @param failure why the device is left out; empty if it isn't
/// @param notes what was odd: damage, left-overs
public record DeviceReport(
        String directory, boolean direct, int files, int scanned, String failure, List<String> notes) {
    public DeviceReport {
        notes = List.copyOf(notes);
    }
}
