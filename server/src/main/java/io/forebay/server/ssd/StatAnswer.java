package io.forebay.server.ssd;

import io.forebay.memory.ssd.format.SsdFormat;
import io.forebay.memory.ssd.look.DirectoryLook;
import io.forebay.memory.ssd.look.FileLook;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Figures of a directory.
///
/// @param live blocks that count
record StatAnswer(
        String directory,
        int format,
        String holder,
        List<Line> files,
        Map<String, Blocks> namespaces,
        int fileCount,
        long sizeBytes,
        int live,
        long liveBytes) {

    /// Of a file.
    record Line(String name, long sizeBytes, boolean footed, long records, long live, long liveBytes, long tombstones) {
        static Line of(FileLook file) {
            return new Line(
                    file.name(),
                    file.sizeBytes(),
                    file.footed(),
                    file.records(),
                    file.liveRecords(),
                    file.liveBytes(),
                    file.tombstones());
        }

        private String text() {
            return "%-46s %,14d %7s %,9d %,9d %,14d %,10d"
                    .formatted(name, sizeBytes, footed ? "yes" : "no", records, live, liveBytes, tombstones);
        }
    }

    /// What counts of a namespace.
    record Blocks(long live, long liveBytes) {
        private Blocks plus(Blocks other) {
            return new Blocks(live + other.live, liveBytes + other.liveBytes);
        }
    }

    static SsdAnswer of(Path directory, DirectoryLook look) {
        StatAnswer answer = new StatAnswer(
                directory.toString(),
                SsdFormat.VERSION,
                look.holder(),
                look.files().stream().map(Line::of).toList(),
                namespaces(look),
                look.files().size(),
                look.sizeBytes(),
                look.records().size(),
                look.liveBytes());
        return new SsdAnswer(answer.text(SsdQuestion.whose(directory, look)), answer, look.isDamaged(), look.inUse());
    }

    private static Map<String, Blocks> namespaces(DirectoryLook look) {
        Map<String, Blocks> all = new TreeMap<>();
        look.records()
                .forEach(each -> all.merge(
                        LsAnswer.name(each.entry().home().namespace()),
                        new Blocks(1, each.entry().totalBytes()),
                        Blocks::plus));
        return all;
    }

    private List<String> text(String whose) {
        List<String> text = new ArrayList<>();
        text.add(whose);
        text.add("%-46s %14s %7s %9s %9s %14s %10s"
                .formatted("file", "bytes", "footer", "records", "live", "live bytes", "tombstones"));
        files.forEach(each -> text.add(each.text()));
        namespaces.forEach(
                (name, blocks) -> text.add("%s: %,d blocks, %,d bytes".formatted(name, blocks.live, blocks.liveBytes)));
        text.add("in all: %,d files, %,d bytes; %,d blocks, %,d bytes live"
                .formatted(fileCount, sizeBytes, live, liveBytes));
        return text;
    }
}
