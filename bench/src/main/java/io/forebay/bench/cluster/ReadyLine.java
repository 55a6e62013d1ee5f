package io.forebay.bench.cluster;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The line in which a master or a node says where it listens.
///
/// @param control `host:port` of its gRPC
/// @param http `host:port` of its admin pages
record ReadyLine(String control, String http) {
    private static final Pattern CONTROL = Pattern.compile("control[= ](\\S+:\\d+)");
    private static final Pattern HTTP = Pattern.compile("http(?::/)?[=/ ]+(\\S+:\\d+)");

    static boolean isOne(String line) {
        return CONTROL.matcher(line).find() && HTTP.matcher(line).find();
    }

    static ReadyLine parse(String line) throws IOException {
        Matcher control = CONTROL.matcher(line);
        Matcher http = HTTP.matcher(line);
        if (!control.find() || !http.find()) {
            throw new IOException("not a line that says where a process listens: " + line);
        }
        return new ReadyLine(control.group(1), http.group(1));
    }
}
