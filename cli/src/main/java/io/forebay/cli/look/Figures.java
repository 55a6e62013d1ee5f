package io.forebay.cli.look;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/// Numbers as people read them, short enough for a column.
public final class Figures {
    private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

    private Figures() {}

    /// `1.5 GiB`.
    public static String bytes(long bytes) {
        double rest = bytes;
        int unit = 0;
        while (rest >= 1024 && unit < BINARY.length - 1) {
            rest /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", rest, BINARY[unit]);
    }

    /// `12 % of 1.0 GiB`; `-` where there is no room at all.
    static String fill(long used, long capacity) {
        return capacity <= 0 ? "-" : share(used, capacity) + " of " + bytes(capacity);
    }

    /// As below, of counts.
    static String share(long part, long whole) {
        return share((double) part, (double) whole);
    }

    /// `12 %`; `-` of nothing.
    static String share(double part, double whole) {
        return whole <= 0 ? "-" : String.format(Locale.ROOT, "%.0f %%", 100 * part / whole);
    }

    /// `3 h 12 min`, `12 s`, `250 ms`.
    public static String duration(long millis) {
        long seconds = TimeUnit.MILLISECONDS.toSeconds(millis);
        if (seconds < 1) {
            return millis + " ms";
        }
        if (seconds < 120) {
            return seconds + " s";
        }
        long minutes = seconds / 60;
        if (minutes < 120) {
            return minutes + " min";
        }
        long hours = minutes / 60;
        return hours < 48 ? hours + " h " + minutes % 60 + " min" : hours / 24 + " d " + hours % 24 + " h";
    }

    /// Events per second: `1234`, `0.5`.
    static String rate(double perSecond) {
        String pattern = perSecond == 0 || perSecond >= 100 ? "%.0f" : "%.1f";
        return String.format(Locale.ROOT, pattern, perSecond);
    }

    /// Bytes per second in decimal units, as networks and disks are sold: `0.52` GB/s.
    static String gigabytes(double bytesPerSecond) {
        return bytesPerSecond == 0 ? "0" : String.format(Locale.ROOT, "%.3f", bytesPerSecond / 1e9);
    }
}
