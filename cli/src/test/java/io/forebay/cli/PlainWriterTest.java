package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class PlainWriterTest {
    @Test
    void whatSteersATerminalIsWrittenOut() {
        StringWriter to = new StringWriter();
        PrintWriter plain = new PrintWriter(new PlainWriter(to), true);
        plain.print("node \u001b[2J\u009b31m\u202ea\u2028");
        plain.print((char) 7);
        plain.print("ä\t→".toCharArray());
        plain.println();
        assertEquals("node \\u001b[2J\\u009b31m\\u202ea\\u2028\\u0007ä\t→" + System.lineSeparator(), to.toString());
    }

    @Test
    void ordinaryTextIsLeftAlone() {
        String text = "a\tb\r\nä → 日本";
        assertEquals(text, PlainWriter.plain(text));
    }

    @Test
    void aCommandsErrorIsPlainToo() {
        StringWriter err = new StringWriter();
        int code = Main.commandLine().setErr(new PrintWriter(err, true)).execute("status", "--no\u001b[2Jsuch");
        assertEquals(ExitCode.USAGE, code);
        assertEquals(-1, err.toString().indexOf('\u001b'));
    }
}
