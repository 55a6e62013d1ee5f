package io.forebay.server.settings;

import java.util.Locale;
import java.util.Set;

/// One thing that an operator decides. Its flag and its environment variable follow from its key.
///
/// @param key dotted, as the file spells it: `pool.size`
/// @param type how its text is read
/// @param standard the text that counts when nobody says anything
/// @param roles the processes to which it applies
/// @param doc one sentence for documents and `--help`
/// @param <T> its value
public record Setting<T>(String key, ValueType<T> type, String standard, Set<Role> roles, String doc) {
    public Setting {
        roles = Set.copyOf(roles);
    }

    /// `--pool-size`.
    public String flag() {
        return "--" + key.replace('.', '-').replace('_', '-');
    }

    /// `FOREBAY_POOL_SIZE`.
    public String variable() {
        return "FOREBAY_" + key.replace('.', '_').toUpperCase(Locale.ROOT);
    }

    /// Whether it means anything to a process started so.
    public boolean appliesTo(Role role) {
        return role == Role.STANDALONE || roles.contains(role);
    }
}
