package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.fetch.AttemptCause;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.fetch.Step;
import io.forebay.core.recorder.Happening;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one [Fetch] tells the flight recorder, under its number. Loop thread only.
final class FetchDiary {
    private static final int MAX_DETAIL = 256;

    private final Diary diary;
    private final long number;
    private final Namespace namespace;
    private final List<BlockHash> wanted;

    FetchDiary(Diary diary, long number, Namespace namespace, List<BlockHash> wanted) {
        this.diary = diary;
        this.number = number;
        this.namespace = namespace;
        this.wanted = wanted;
    }

    long number() {
        return number;
    }

    /// @param from index of the first hash that the master was asked for
    /// @param reply null when there is none
    void owners(int from, @Nullable PrefixReply reply, boolean again) {
        List<Happening.NamedOwner> owners = reply == null
                ? null
                : reply.runs().stream()
                        .map(run -> new Happening.NamedOwner(run.node().name(), from + run.from(), from + run.end()))
                        .toList();
        diary.tell(new Happening.OwnersNamed(
                diary.nanos(),
                number,
                diary.keys(namespace, wanted.subList(from, wanted.size())),
                again,
                owners,
                reply != null && reply.warming()));
    }

    void asks(Step.Ask ask) {
        diary.tell(new Happening.AttemptBegan(
                diary.nanos(), number, ask.owner().node().name(), ask.count()));
    }

    void ended(Step.Ask ask, int came, AttemptCause cause, String detail) {
        diary.tell(new Happening.AttemptEnded(
                diary.nanos(),
                number,
                ask.owner().node().name(),
                diary.keys(namespace, wanted.subList(ask.from(), ask.from() + ask.count())),
                came,
                cause,
                detail.length() <= MAX_DETAIL ? detail : detail.substring(0, MAX_DETAIL)));
    }

    void over(int came, @Nullable Outcome cause) {
        diary.tell(new Happening.Fetched(diary.nanos(), number, wanted.size(), came, cause));
    }
}
