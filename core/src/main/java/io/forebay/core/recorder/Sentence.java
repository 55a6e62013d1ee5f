package io.forebay.core.recorder;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.fetch.OutcomeRun;
import io.forebay.core.handoff.HandoffReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A [Happening] in words, for people who ask about one block or one request.
public final class Sentence {
    private static final int SHORT_HASH = 16;
    private static final int MAX_OWNERS = 8;

    private final @Nullable BlockHash subject;

    private Sentence(@Nullable BlockHash subject) {
        this.subject = subject;
    }

    /// For who asks about this block.
    public static Sentence about(BlockHash block) {
        return new Sentence(block);
    }

    /// For who asks about a request.
    public static Sentence aboutRequest() {
        return new Sentence(null);
    }

    public String of(Happening happening) {
        return switch (happening) {
            case Happening.Blocks blocks -> blocks.change().words(blocks.with()) + among(blocks.keys());
            case Happening.Reserved reserved -> reserved(reserved);
            case Happening.Asked asked ->
                "request %s of %s asks for %s, within %s"
                        .formatted(
                                asked.request(), asked.instance(), blocks(asked.keys()), time(asked.deadlineNanos()));
            case Happening.Answered answered -> answered(answered);
            case Happening.Fetching fetching ->
                "request %s %s fetch %d for %s"
                        .formatted(
                                fetching.request(),
                                fetching.joined() ? "joins" : "starts",
                                fetching.fetch(),
                                blocks(fetching.keys()));
            case Happening.OwnersNamed named -> owners(named);
            case Happening.AttemptBegan began ->
                "fetch %d asks %s for %d blocks".formatted(began.fetch(), began.owner(), began.asked());
            case Happening.AttemptEnded ended -> attempt(ended);
            case Happening.Fetched fetched ->
                "fetch %d is over: %d of %d blocks came%s"
                        .formatted(fetched.fetch(), fetched.came(), fetched.wanted(), because(fetched.cause()));
            case Happening.BarrierBegan began ->
                "request %s of %s waits at the barrier for %d blocks, at most %s"
                        .formatted(began.request(), began.instance(), began.scope(), time(began.deadlineNanos()));
            case Happening.BarrierEnded ended -> report(ended.request(), ended.report());
            case Happening.Session session -> session(session);
        };
    }

    private String reserved(Happening.Reserved reserved) {
        return "request %s of %s reserves %s: room for %d, %d present, %d being written elsewhere, %d without room"
                .formatted(
                        reserved.request(),
                        reserved.instance(),
                        blocks(reserved.keys()),
                        reserved.granted(),
                        reserved.present(),
                        reserved.elsewhere(),
                        reserved.refused());
    }

    private String answered(Happening.Answered answered) {
        Map<Outcome, Integer> counts = new LinkedHashMap<>();
        answered.outcomes().forEach(run -> counts.merge(run.outcome(), run.count(), Integer::sum));
        String list = counts.entrySet().stream()
                .map(entry -> entry.getValue() + " " + word(entry.getKey()))
                .collect(Collectors.joining(", "));
        return "request %s is answered: %s%s".formatted(answered.request(), list, outcomeHere(answered));
    }

    /// How the block asked about ended.
    private String outcomeHere(Happening.Answered answered) {
        int index = subject == null ? -1 : answered.keys().indexOf(subject.mark());
        return index < 0 ? "" : "; this block: " + word(OutcomeRun.at(answered.outcomes(), index));
    }

    private static String owners(Happening.OwnersNamed named) {
        String asked = named.again() ? "asked once more, the master " : "the master ";
        List<Happening.NamedOwner> owners = named.owners();
        if (owners == null) {
            return "fetch %d: %sgives no answer".formatted(named.fetch(), asked);
        }
        String warming = named.warming() ? " (and is warming: it may not know all)" : "";
        if (owners.isEmpty()) {
            return "fetch %d: %snames no owner%s".formatted(named.fetch(), asked, warming);
        }
        String list = owners.stream()
                .limit(MAX_OWNERS)
                .map(owner -> "%s for %d to %d".formatted(owner.node(), owner.from(), owner.end() - 1))
                .collect(Collectors.joining(", "));
        String more = owners.size() > MAX_OWNERS ? ", and %d more".formatted(owners.size() - MAX_OWNERS) : "";
        return "fetch %d: %snames %s%s%s".formatted(named.fetch(), asked, list, more, warming);
    }

    private String attempt(Happening.AttemptEnded ended) {
        String detail = ended.detail().isEmpty() ? "" : " (" + ended.detail() + ")";
        String end = word(ended.cause().end());
        String cause = word(ended.cause());
        return "fetch %d: %s gave %d of %d blocks: %s%s%s%s"
                .formatted(
                        ended.fetch(),
                        ended.owner(),
                        ended.came(),
                        ended.keys().count(),
                        end,
                        end.equals(cause) ? "" : ", " + cause,
                        detail,
                        cameHere(ended));
    }

    private String cameHere(Happening.AttemptEnded ended) {
        int index = subject == null ? -1 : ended.keys().indexOf(subject.mark());
        return index < 0 ? "" : index < ended.came() ? "; this block came" : "; this block did not come";
    }

    private static String report(String request, HandoffReport report) {
        return ("the barrier of request %s reports: %d registered (%d of them unleased), %d pending, %d refused, %d gone,"
                        + " %d unsealed")
                .formatted(
                        request,
                        report.registered(),
                        report.unleased(),
                        report.pending(),
                        report.refused(),
                        report.gone(),
                        report.unsealed());
    }

    private static String session(Happening.Session session) {
        String who = session.node().isEmpty() ? "" : session.node() + " ";
        String detail = session.detail().isEmpty() ? "" : " (" + session.detail() + ")";
        return who + session.change().words() + detail;
    }

    private String among(Keys keys) {
        if (keys.count() <= 1 || subject == null) {
            return subject == null ? ": " + blocks(keys) : "";
        }
        int others = keys.count() - 1;
        return others == 1 ? ", with 1 other" : ", with %d others".formatted(others);
    }

    private static String blocks(Keys keys) {
        BlockKey first = keys.first();
        if (first == null) {
            return "no blocks";
        }
        String hash = first.hash().toString();
        String shortened = hash.length() <= SHORT_HASH ? hash : hash.substring(0, SHORT_HASH) + "…";
        return keys.count() == 1
                ? "block %s".formatted(shortened)
                : "%d blocks from %s on".formatted(keys.count(), shortened);
    }

    private static String because(@Nullable Outcome cause) {
        return cause == null ? "" : "; the next one is a " + word(cause);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String time(long nanos) {
        return nanos / 1_000_000 + " ms";
    }
}
