package io.forebay.core.recorder;

import io.forebay.core.fetch.AttemptCause;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.fetch.OutcomeRun;
import io.forebay.core.handoff.HandoffReport;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Something that happened to blocks or to a request, on a node or at the master. Immutable; a batch of blocks is one
/// happening. Soft state: losing one costs whoever asks why a line of the story, and nothing else.
public sealed interface Happening {
    /// On the clock of the process that it happened in.
    long atNanos();

    /// The blocks it is about.
    default Keys keys() {
        return Keys.NONE;
    }

    /// The engine request it is about; empty for none.
    default String request() {
        return "";
    }

    /// The number of the fetch that it belongs to, which several requests may share; 0 for none.
    default long fetch() {
        return 0;
    }

    /// What kind of happening it is, for programs: lower case with underscores.
    String word();

    /// Of that node's replicas; empty for the recorder's own node.
    default String node() {
        return "";
    }

    /// The same became of these blocks within a moment.
    ///
    /// @param with the other one it concerns: a node, an instance, a request; empty for none
    record Blocks(long atNanos, BlockChange change, String with, Keys keys) implements Happening {
        @Override
        public String word() {
            return change.name().toLowerCase(Locale.ROOT);
        }

        @Override
        public String request() {
            return change == BlockChange.SAVED ? with : "";
        }
    }

    /// An engine asked for room to write.
    ///
    /// @param granted blocks with room; the others below are without
    /// @param present blocks that were resident
    /// @param elsewhere blocks that another instance or request is writing
    /// @param refused blocks without room
    record Reserved(
            long atNanos,
            String instance,
            String request,
            Keys keys,
            int granted,
            int present,
            int elsewhere,
            int refused)
            implements Happening {
        @Override
        public String word() {
            return "reserved";
        }
    }

    /// An engine asked for a chain.
    record Asked(long atNanos, String instance, String request, Keys keys, long deadlineNanos) implements Happening {
        @Override
        public String word() {
            return "asked";
        }
    }

    /// The query has its answer.
    ///
    /// @param outcomes one for each key, in runs
    record Answered(long atNanos, String instance, String request, Keys keys, List<OutcomeRun> outcomes)
            implements Happening {
        public Answered {
            outcomes = List.copyOf(outcomes);
        }

        @Override
        public String word() {
            return "answered";
        }
    }

    /// A query waits for a fetch: its own, or one that is bringing the block already.
    record Fetching(long atNanos, String request, long fetch, Keys keys, boolean joined) implements Happening {
        @Override
        public String word() {
            return "fetching";
        }
    }

    /// The master has named owners of what a fetch wants.
    ///
    /// @param again whether the fetch asked once more, since owners had failed
    /// @param owners null when the master gave no answer
    /// @param warming whether the master may not know every owner yet
    record OwnersNamed(
            long atNanos,
            long fetch,
            Keys keys,
            boolean again,
            @Nullable List<NamedOwner> owners,
            boolean warming) implements Happening {
        @Override
        public String word() {
            return "owners_named";
        }

        public OwnersNamed {
            owners = owners == null ? null : List.copyOf(owners);
        }
    }

    /// An owner that the master named for blocks `from` to before `end`, counted from the first that the fetch wanted.
    record NamedOwner(String node, int from, int end) {}

    /// A fetch asks an owner.
    record AttemptBegan(long atNanos, long fetch, String owner, int asked) implements Happening {
        @Override
        public String word() {
            return "attempt_began";
        }
    }

    /// An attempt has ended.
    ///
    /// @param keys what the owner was asked for
    /// @param came how many leading ones are here
    /// @param detail what the failed part said; empty for nothing
    record AttemptEnded(long atNanos, long fetch, String owner, Keys keys, int came, AttemptCause cause, String detail)
            implements Happening {
        @Override
        public String word() {
            return "attempt_ended";
        }
    }

    /// A fetch is over.
    ///
    /// @param cause why the block behind those that came is missing; null when all came
    record Fetched(
            long atNanos,
            long fetch,
            int wanted,
            int came,
            @Nullable Outcome cause) implements Happening {
        @Override
        public String word() {
            return "fetched";
        }
    }

    /// An engine waits at the barrier.
    record BarrierBegan(long atNanos, String instance, String request, int scope, long deadlineNanos)
            implements Happening {
        @Override
        public String word() {
            return "barrier_began";
        }
    }

    /// The barrier has reported.
    record BarrierEnded(long atNanos, String instance, String request, HandoffReport report) implements Happening {
        @Override
        public String word() {
            return "barrier_ended";
        }
    }

    /// A session with the master has changed.
    ///
    /// @param node whose; empty for the recorder's own node
    /// @param detail which one; empty for nothing more to say
    record Session(long atNanos, String node, SessionChange change, String detail) implements Happening {
        @Override
        public String word() {
            return change.name().toLowerCase(Locale.ROOT);
        }
    }
}
