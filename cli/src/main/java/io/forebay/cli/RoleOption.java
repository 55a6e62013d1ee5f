package io.forebay.cli;

import io.forebay.server.settings.Role;
import java.util.Locale;
import picocli.CommandLine;

/// What `--role` says.
final class RoleOption {
    private RoleOption() {}

    /// @throws CommandLine.ParameterException where there is no such role
    static Role of(CommandLine command, String text) {
        try {
            return Role.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw new CommandLine.ParameterException(command, "--role is master, node or standalone", unknown);
        }
    }
}
