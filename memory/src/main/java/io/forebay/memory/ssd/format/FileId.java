package io.forebay.memory.ssd.format;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which log file: both numbers are in its name, so that a damaged head does not make its items nameless.
///
/// @param number counts the files of a directory, from 1; a later file has a higher one
/// @param nonce random; every item of the file carries it
public record FileId(long number, long nonce) {
    private static final Pattern NAME = Pattern.compile("forebay-([0-9a-f]{16})-([0-9a-f]{16})\\.log");

    /// `forebay-<number>-<nonce>.log`, both with 16 hexadecimal digits.
    public String fileName() {
        return "forebay-%016x-%016x.log".formatted(number, nonce);
    }

    /// Reads what [#fileName] wrote; empty for every other name.
    public static Optional<FileId> parse(String fileName) {
        Matcher name = NAME.matcher(fileName);
        return name.matches()
                ? Optional.of(new FileId(
                        Long.parseUnsignedLong(name.group(1), 16), Long.parseUnsignedLong(name.group(2), 16)))
                : Optional.empty();
    }

    /// True for names that only this store gives: log files, and whatever a newer or older build may have left.
    public static boolean isOurs(String fileName) {
        return fileName.startsWith("forebay-") && (fileName.endsWith(".log") || fileName.endsWith(".tmp"));
    }
}
