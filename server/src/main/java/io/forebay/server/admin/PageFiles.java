package io.forebay.server.admin;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/// The files of the page, out of the jar: read once, each with a hash of its bytes by which a browser knows whether it
/// has them already. Immutable.
final class PageFiles {
    private static final int TAG_BYTES = 12;

    private PageFiles() {}

    /// One of them.
    ///
    /// @param type for `Content-Type`
    /// @param tag for `ETag`, with its quotes
    @SuppressWarnings("ArrayRecordComponent") // written out, never compared
    record File(String type, String tag, byte[] bytes) {}

    /// All of them by their paths.
    static Map<String, File> all() {
        Map<String, File> files = new LinkedHashMap<>();
        files.put("/", file("index.html", "text/html; charset=utf-8"));
        files.put("/page.css", file("page.css", "text/css; charset=utf-8"));
        for (String script : new String[] {"page.js", "charts.js", "views.js", "data.js"}) {
            files.put("/" + script, file(script, "text/javascript; charset=utf-8"));
        }
        files.put("/icon.svg", file("icon.svg", "image/svg+xml"));
        return files;
    }

    private static File file(String name, String type) {
        try (InputStream in = PageFiles.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("no file " + name + " in the jar");
            }
            byte[] bytes = in.readAllBytes();
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return new File(type, '"' + HexFormat.of().formatHex(hash, 0, TAG_BYTES) + '"', bytes);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
