package io.forebay.server.admin;

import io.forebay.core.answer.Answer;

/// Something that is turned on and off while the process runs. Asked from any thread; answers within a bound of its
/// own.
public interface RuntimeSwitch {
    /// How it stands.
    boolean isOn();

    /// Turns it; how it stands then. After a failure it may be turned yet.
    Answer<Boolean> turn(boolean on);
}
