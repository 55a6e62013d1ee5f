package io.forebay.server.ssd;

import io.forebay.core.block.Namespace;
import io.forebay.memory.ssd.look.DirectoryLook;
import io.forebay.memory.ssd.look.LiveRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// One block of a listing.
///
/// @param bytes of the block
/// @param storedBytes with its head, in whole pages
record LsAnswer(String namespace, String hash, long bytes, long storedBytes, String file, long offset, long sequence) {
    static SsdAnswer of(SsdQuestion.Ls asked, DirectoryLook look) {
        String begin = asked.hash().toLowerCase(Locale.ROOT);
        List<LsAnswer> all = look.records().stream()
                .map(LsAnswer::of)
                .filter(each -> each.namespace.contains(asked.namespace()) && each.hash.startsWith(begin))
                .toList();
        List<LsAnswer> shown =
                asked.limit() <= 0 ? all : all.stream().limit(asked.limit()).toList();
        List<String> text = new ArrayList<>(shown.stream().map(LsAnswer::line).toList());
        text.add("%,d of %,d blocks".formatted(shown.size(), all.size()));
        return new SsdAnswer(text, shown, look.isDamaged(), look.inUse());
    }

    private static LsAnswer of(LiveRecord record) {
        return new LsAnswer(
                name(record.entry().home().namespace()),
                record.entry().hash().toString(),
                record.entry().bodyBytes(),
                record.entry().totalBytes(),
                record.file(),
                record.entry().offset(),
                record.entry().sequence());
    }

    static String name(Namespace namespace) {
        return namespace.model() + "/" + namespace.tenant() + "/" + namespace.fingerprint();
    }

    private String line() {
        return "%s %s %d %s+%d #%d".formatted(namespace, hash, bytes, file, offset, sequence);
    }
}
