package io.forebay.server.settings;

/// From which level on lines are logged.
public enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG,
    TRACE
}
