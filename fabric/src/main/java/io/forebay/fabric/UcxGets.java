package io.forebay.fabric;

import io.forebay.core.answer.Failure;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The gets of one link that run: how the bytes of pieces come here, see [UcxWay]. On the worker's thread.
interface UcxGets {
    /// Gets of one link at one time.
    int WINDOW = 64;

    /// Hears how gets end, each once.
    interface Listener {
        /// No byte of the get is written any more.
        ///
        /// @param failure null if all its bytes are there
        void ended(UcxPart part, @Nullable Failure failure);

        /// The link cannot go on.
        void broken(Failure cause);
    }

    /// Makes the endpoint ready; called first, once.
    void open(long endpoint) throws FabricException;

    /// True if one more get may run.
    boolean hasRoom();

    /// Starts to get a piece into its place, or tells at once that it ended.
    void start(UcxPart part, UcxPiece piece);

    /// Tells what has ended meanwhile.
    void notice();

    /// A message of the peer's has come that carries bytes of a piece.
    ///
    /// @param data valid during the call
    void came(UcxFrames.Chunk chunk, MemorySegment data);

    /// The endpoint is being closed; what can end without it ends with this failure.
    void fall(Failure cause);

    /// True if nothing runs.
    boolean isQuiet();

    /// Gives back what [#open] took. Nothing may run.
    void close();
}
