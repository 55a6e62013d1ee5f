package io.forebay.cli;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/// Writes text as it would be read: what would steer a terminal (escape sequences, and signs that turn the direction of
/// writing) is written out, `\u001b` for an escape. Names in our answers come from engines, nodes and whoever answers
/// at
/// an address: none of them may clear a screen or hide a line. Not for several threads, as its underlying writer.
final class PlainWriter extends FilterWriter {
    PlainWriter(Writer to) {
        super(to);
    }

    /// The same text, with what would steer a terminal written out.
    static String plain(String text) {
        if (text.chars().noneMatch(PlainWriter::steers)) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length() + 16);
        text.chars().forEach(each -> {
            if (steers(each)) {
                plain.append(String.format(Locale.ROOT, "\\u%04x", each));
            } else {
                plain.append((char) each);
            }
        });
        return plain.toString();
    }

    private static boolean steers(int each) {
        boolean ordinary = each == '\n' || each == '\r' || each == '\t';
        boolean control = Character.isISOControl(each) && !ordinary;
        return control || isIn(each, 0x200e, 0x200f) || isIn(each, 0x2028, 0x202e) || isIn(each, 0x2066, 0x2069);
    }

    private static boolean isIn(int each, int first, int last) {
        return each >= first && each <= last;
    }

    @Override
    public void write(int each) throws IOException {
        out.write(plain(String.valueOf((char) each)));
    }

    @Override
    public void write(char[] text, int offset, int length) throws IOException {
        out.write(plain(new String(text, offset, length)));
    }

    @Override
    public void write(String text, int offset, int length) throws IOException {
        out.write(plain(text.substring(offset, offset + length)));
    }
}
