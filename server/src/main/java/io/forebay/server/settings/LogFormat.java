package io.forebay.server.settings;

/// How a log line looks.
public enum LogFormat {
    /// For people: time, level, message, then `key=value` pairs.
    TEXT,
    /// For collectors: one JSON object a line.
    JSON
}
