package io.forebay.server.master;

import io.forebay.core.catalogue.CatalogueSettings;
import io.forebay.core.events.EventTerms;
import io.forebay.core.prefetch.PrefetchTerms;

/// By what a [MasterLoop] decides.
///
/// @param prefetch whether triggers are heard is only the beginning: they are switched while it runs
/// @param inboxLimit requests that may wait; the next one fails at once
/// @param events the bounds of the event stream
record MasterTerms(CatalogueSettings catalogue, PrefetchTerms prefetch, int inboxLimit, EventTerms events) {
    /// With the usual bounds for events.
    MasterTerms(CatalogueSettings catalogue, PrefetchTerms prefetch, int inboxLimit) {
        this(catalogue, prefetch, inboxLimit, EventTerms.defaults());
    }
}
