package io.forebay.memory.ssd.device;

import java.util.function.Consumer;

/// Who makes room on a device. Called within turns.
interface RoomMaker {
    /// The room will be short soon: whoever has time makes some.
    void ahead();

    /// There is none.
    ///
    /// @param forced whether the file system is full below the capacity; then records go without the
    ///     catalogue's consent
    /// @param then hears within a turn whether there is some now
    void make(boolean forced, Consumer<Boolean> then);
}
