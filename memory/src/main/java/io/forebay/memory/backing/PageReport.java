package io.forebay.memory.backing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the kernel says of the pages that back a range of addresses in this process. It knows those that were
/// touched here.
final class PageReport {
    private static final Pattern RANGE = Pattern.compile("([0-9a-f]+)-([0-9a-f]+) .*");
    private static final Pattern HUGE = Pattern.compile(
            "(?:AnonHugePages|ShmemPmdMapped|FilePmdMapped|Shared_Hugetlb|Private_Hugetlb): +(\\d+) kB");
    private static final Pattern PLACED = Pattern.compile("N(\\d+)=(\\d+)");
    private static final Pattern PAGE = Pattern.compile("kernelpagesize_kB=(\\d+)");
    private static final int HEX = 16;

    private PageReport() {}

    /// Bytes from `start` to `end` that are mapped by huge pages, whichever; 0 where the kernel does not say.
    static long hugeBytes(Path system, long start, long end) throws IOException {
        Path smaps = system.resolve("proc/self/smaps");
        return Files.exists(smaps) ? hugeBytes(Files.readAllLines(smaps), start, end) : 0;
    }

    static long hugeBytes(List<String> smaps, long start, long end) {
        long kibibytes = 0;
        boolean inside = false;
        for (String line : smaps) {
            Matcher range = RANGE.matcher(line);
            Matcher huge = HUGE.matcher(line);
            if (range.matches()) {
                inside = Long.parseUnsignedLong(range.group(1), HEX) >= start
                        && Long.parseUnsignedLong(range.group(2), HEX) <= end;
            } else if (inside && huge.matches()) {
                kibibytes += Long.parseLong(huge.group(1));
            }
        }
        return kibibytes << 10;
    }

    /// Bytes of the mappings that begin from `start` to before `end` and lie on another node; 0 where the
    /// kernel does not say.
    static long strayBytes(Path system, long start, long end, int numaNode) throws IOException {
        Path maps = system.resolve("proc/self/numa_maps");
        return Files.exists(maps) ? strayBytes(Files.readAllLines(maps), start, end, numaNode) : 0;
    }

    static long strayBytes(List<String> numaMaps, long start, long end, int numaNode) {
        long kibibytes = 0;
        for (String line : numaMaps) {
            long at = Long.parseUnsignedLong(line.substring(0, line.indexOf(' ')), HEX);
            Matcher page = PAGE.matcher(line);
            if (at < start || at >= end || !page.find()) {
                continue;
            }
            long pageKibibytes = Long.parseLong(page.group(1));
            Matcher placed = PLACED.matcher(line);
            while (placed.find()) {
                boolean stray = Integer.parseInt(placed.group(1)) != numaNode;
                kibibytes += stray ? Long.parseLong(placed.group(2)) * pageKibibytes : 0;
            }
        }
        return kibibytes << 10;
    }
}
