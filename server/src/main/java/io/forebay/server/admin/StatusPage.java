package io.forebay.server.admin;

import java.util.Map;
import java.util.stream.Collectors;

/// The page at `/`: what the process is and whether it is ready, in plain HTML.
final class StatusPage {
    private StatusPage() {}

    static String html(Map<String, Object> status, Health health) {
        return """
                <!doctype html>
                <html lang="en"><head><meta charset="utf-8"><title>Forebay</title>
                <style>body{font:15px system-ui;margin:2em;max-width:60em}td{padding:.2em 1em .2em 0}</style></head>
                <body><h1>Forebay</h1>
                <table>%s</table><h2>%s</h2><table>%s</table>
                <p><a href="/metrics">metrics</a> · <a href="/health/ready">readiness</a> · \
                <a href="/api/status">status as JSON</a></p>
                </body></html>
                """.formatted(rows(status), health.isReady() ? "Ready" : "Not ready", rows(health.check()));
    }

    private static String rows(Map<String, ?> values) {
        return values.entrySet().stream()
                .map(entry ->
                        "<tr><td>%s</td><td>%s</td></tr>".formatted(escape(entry.getKey()), escape(entry.getValue())))
                .collect(Collectors.joining("\n"));
    }

    private static String escape(Object value) {
        return String.valueOf(value).replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
