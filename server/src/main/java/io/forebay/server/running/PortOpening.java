package io.forebay.server.running;

import java.io.IOException;

/// Opens a port as its setting says. Any thread.
public final class PortOpening {
    private PortOpening() {}

    /// What listens.
    public interface Opened<T> {
        /// Begins to listen.
        ///
        /// @throws IOException when the port cannot be had
        T open() throws IOException;
    }

    /// Opens it.
    ///
    /// @param setting its key, for whoever has to choose another port
    /// @throws IOException when it cannot be had; the message names the setting
    public static <T> T of(String setting, Opened<T> opened) throws IOException {
        try {
            return opened.open();
        } catch (IOException failed) {
            throw new IOException(failed.getMessage() + " (the setting is " + setting + ")", failed);
        }
    }
}
