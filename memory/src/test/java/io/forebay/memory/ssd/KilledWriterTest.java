package io.forebay.memory.ssd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.memory.TestProcess;
import io.forebay.memory.ssd.terms.DeviceSettings;
import io.forebay.memory.ssd.terms.Retirement;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A process that is killed while it writes, reclaims, drops and syncs; the next one finds everything that it was told
/// is there, and no wrong byte.
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KilledWriterTest {
    @TempDir
    Path directory;

    private final Set<Long> mustBe = new HashSet<>();
    private final Set<Long> mustNotBe = new HashSet<>();
    /// A record may be proposed to leave before its writer has come to say that it is stored.
    private final Set<Long> left = new HashSet<>();

    private long next;
    private int heard;
    private int covered;

    @Test
    void whatWasStoredBeforeAKillIsThereAfterIt() throws Exception {
        rounds(5, 1);
    }

    @Tag("long")
    @Test
    void whatWasStoredBeforeFiftyKillsIsThereAfterThem() throws Exception {
        rounds(50, 2);
    }

    private void rounds(int rounds, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < rounds; round++) {
            kill(random);
            look();
        }
    }

    private void kill(SplittableRandom random) throws Exception {
        try (TestProcess writer = TestProcess.start(
                KilledWriter.class, directory.toString(), String.valueOf(next), String.valueOf(random.nextLong()))) {
            assertEquals("open", writer.firstLine());
            // By what it has said, not by time: a slow machine then gets as far as a fast one.
            int most = heard + random.nextInt(1, 700);
            hear(writer.process(), most);
        }
    }

    /// A last line without its end is none.
    private void hear(Process process, int most) throws IOException {
        BufferedReader said = process.inputReader();
        StringBuilder line = new StringBuilder();
        for (int c = said.read(); c >= 0; c = said.read()) {
            if (c == '\n') {
                heard(line.toString());
                line.setLength(0);
                heard++;
                if (heard >= most && covered > 0) {
                    assertTrue(process.toHandle().destroyForcibly() || !process.isAlive());
                }
            } else {
                line.append((char) c);
            }
        }
    }

    private void heard(String line) {
        String[] words = line.split(" ", 2);
        long number = words.length < 2 ? -1 : Long.parseLong(words[1]);
        switch (words[0]) {
            case "stored" -> {
                if (!left.contains(number)) {
                    mustBe.add(number);
                }
            }
            case "covered" -> covered++;
            case "leaving", "dropping" -> {
                left.add(number);
                mustBe.remove(number);
            }
            case "dropped" -> mustNotBe.add(number);
            default -> throw new AssertionError("the writer said: " + line);
        }
        next = Math.max(next, number + 1);
    }

    private void look() throws IOException {
        // Numbers that were begun and not heard of may be there too; the next writer must not meet them.
        next += 100;
        try (TestTier ssd = TestTier.open(
                TestTier.settings(), Retirement.UNREGISTERED, new DeviceSettings(directory, KilledWriter.CAPACITY))) {
            mustNotBe.forEach(number -> assertFalse(ssd.has(number, KilledWriter.layout(number)), "block " + number));
            Set<Long> there = new HashSet<>();
            ssd.keys().forEach(key -> there.add(TestBlock.number(key)));
            mustBe.forEach(number -> assertTrue(there.contains(number), "block " + number + " of " + next));
            there.forEach(number -> assertTrue(ssd.loads(number, KilledWriter.layout(number)), "block " + number));
        }
    }
}
