package io.forebay.core.catalogue;

import io.forebay.core.answer.Answer;
import java.util.function.Consumer;

/// What a router asks of the master. Calls as in [MasterProtocol].
public interface RouterProtocol {
    void prefetch(Prefetch request, long timeoutNanos, Consumer<Answer<PrefetchReply>> then);

    void cancelPrefetch(CancelPrefetch request, long timeoutNanos, Consumer<Answer<CancelReply>> then);

    void lookup(Lookup request, long timeoutNanos, Consumer<Answer<LookupReply>> then);

    void lookupAndPrefetch(LookupAndPrefetch request, long timeoutNanos, Consumer<Answer<LookupAndPrefetchReply>> then);
}
