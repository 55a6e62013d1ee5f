package io.forebay.memory;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/// Names of nodes as parts of file names.
final class FileNames {
    private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9._-]");
    private static final int MAX_CHARS = 100;

    private FileNames() {}

    /// The name itself where it is short and harmless. Else its harmless part, with a checksum behind a `~` (which
    /// no unchanged name contains), so that two nodes do not share a file.
    static String safe(String name) {
        String harmless = UNSAFE.matcher(name).replaceAll("_");
        if (harmless.equals(name) && name.length() <= MAX_CHARS) {
            return name;
        }
        CRC32C checksum = new CRC32C();
        checksum.update(name.getBytes(StandardCharsets.UTF_8));
        return "%s~%08x".formatted(harmless.substring(0, Math.min(MAX_CHARS, harmless.length())), checksum.getValue());
    }
}
