package io.forebay.server.settings;

import java.util.List;

/// What was configured cannot be run; names every problem at once (architecture §7, kind 4). Nothing was started.
public final class BadConfiguration extends Exception {
    private static final long serialVersionUID = 1L;

    public BadConfiguration(List<String> problems) {
        super(String.join(
                "\n", problems.stream().map(each -> each.replace('\n', ' ')).toList()));
    }

    /// One line each, naming the setting, the value found and what would be right; at least one.
    public List<String> problems() {
        return String.valueOf(getMessage()).lines().toList();
    }
}
