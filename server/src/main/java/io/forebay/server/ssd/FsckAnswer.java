package io.forebay.server.ssd;

import io.forebay.memory.ssd.format.SsdFormat;
import io.forebay.memory.ssd.log.FoundFile;
import io.forebay.memory.ssd.look.DirectoryLook;
import io.forebay.memory.ssd.look.FileLook;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The answer to whether everything is sound.
///
/// @param clean nothing is damaged
/// @param blocks that count
/// @param corrupt hashes of blocks that can be named but not read
/// @param damage of each damaged file
/// @param pending of each file that a running node may be writing to
record FsckAnswer(
        String directory,
        int format,
        String holder,
        boolean clean,
        int files,
        long sizeBytes,
        int blocks,
        List<String> corrupt,
        Map<String, List<String>> damage,
        Map<String, List<String>> pending) {

    static SsdAnswer of(Path directory, DirectoryLook look) {
        Map<String, List<String>> damage = new TreeMap<>();
        Map<String, List<String>> pending = new TreeMap<>();
        for (FileLook file : look.files()) {
            damage.put(file.name(), file.damage());
            pending.put(file.name(), file.pending());
        }
        damage.values().removeIf(List::isEmpty);
        pending.values().removeIf(List::isEmpty);
        FsckAnswer answer = new FsckAnswer(
                directory.toString(),
                SsdFormat.VERSION,
                look.holder(),
                !look.isDamaged(),
                look.files().size(),
                look.sizeBytes(),
                look.records().size(),
                corrupt(look),
                damage,
                pending);
        return new SsdAnswer(answer.text(directory, look), answer, look.isDamaged(), look.inUse());
    }

    private static List<String> corrupt(DirectoryLook look) {
        return look.files().stream()
                .flatMap(each -> each.found().stream())
                .map(FoundFile::corrupt)
                .flatMap(List::stream)
                .map(key -> key.hash().toString())
                .toList();
    }

    private List<String> text(Path of, DirectoryLook look) {
        List<String> text = new ArrayList<>();
        text.add(SsdQuestion.whose(of, look));
        damage.forEach((file, lines) -> lines.forEach(line -> text.add("damaged: " + file + ": " + line)));
        pending.forEach((file, lines) -> lines.forEach(line -> text.add("perhaps under way: " + file + ": " + line)));
        text.add("%,d files of %,d bytes, %,d without a footer; %,d blocks count, %,d corrupt; %s"
                .formatted(
                        files,
                        sizeBytes,
                        look.files().stream().filter(each -> !each.footed()).count(),
                        blocks,
                        corrupt.size(),
                        clean ? "clean" : "damaged"));
        return text;
    }
}
