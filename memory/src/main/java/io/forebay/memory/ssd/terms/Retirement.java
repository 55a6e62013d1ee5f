package io.forebay.memory.ssd.terms;

import io.forebay.core.block.BlockKey;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// What the tier asks of whoever registered its records with the catalogue, so that the catalogue forgets a
/// replica before its bytes go. Called on the tier's threads without its lock; implementations hand over and
/// return.
public interface Retirement {
    /// May these records go? The answer names each key that was heard about, within the time; a key that is not
    /// named stays.
    ///
    /// @param answer takes the verdicts once; one after that time is too late, and what it grants stays ([#stay])
    void propose(List<BlockKey> keys, long timeNanos, Consumer<Map<BlockKey, Verdict>> answer);

    /// These were granted and stay nevertheless, since somebody used them meanwhile or the grant came too late: they
    /// are to be registered again.
    void stay(List<BlockKey> keys);

    /// These are gone without a verdict.
    void gone(List<BlockKey> keys, Departure departure);

    /// An answer about one key.
    enum Verdict {
        /// The catalogue has forgotten it.
        GRANTED,
        /// It has to stay for now.
        REFUSED
    }

    /// Why a record went without being asked for.
    enum Departure {
        /// It was read and was not what had been written.
        CORRUPT,
        /// It was stored, but the device could not make it safe, and will not say so again.
        UNSAFE,
        /// The file system was full below the capacity, and something had to go.
        NO_SPACE
    }

    /// For a tier that nobody has registered: everything may go.
    Retirement UNREGISTERED = new Retirement() {
        @Override
        public void propose(List<BlockKey> keys, long timeNanos, Consumer<Map<BlockKey, Verdict>> answer) {
            Map<BlockKey, Verdict> all = new java.util.HashMap<>();
            keys.forEach(key -> all.put(key, Verdict.GRANTED));
            answer.accept(all);
        }

        @Override
        public void stay(List<BlockKey> keys) {}

        @Override
        public void gone(List<BlockKey> keys, Departure departure) {}
    };
}
