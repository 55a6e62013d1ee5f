package io.forebay.gateway.resp;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Every command there is, by name. Unchanging.
final class Commands {
    private static final int SHOWN_CHARS = 64;
    private static final int LONGEST_NAME = 16;

    private final Map<String, Command> byName = new HashMap<>();

    Commands() {
        Stream.of(
                        ConnectionCommands.all(),
                        ServerCommands.all(),
                        KeyCommands.all(),
                        ValueCommands.all(),
                        Transactions.all())
                .flatMap(List::stream)
                .forEach(command -> byName.put(command.name(), command));
    }

    int size() {
        return byName.size();
    }

    /// The command of that name in any case; null: there is none.
    @Nullable
    Command find(byte[] name) {
        return name.length > LONGEST_NAME
                ? null
                : byName.get(new String(name, StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT));
    }

    /// What a client has sent, fit to be shown to a person.
    static String shown(byte[] text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < Math.min(text.length, SHOWN_CHARS); i++) {
            shown.append(text[i] >= ' ' && text[i] <= '~' ? (char) text[i] : '?');
        }
        return shown.toString();
    }
}
