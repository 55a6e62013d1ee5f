package io.forebay.core.catalogue;

/// What is asked of the [Catalogue]. A closed set.
public sealed interface Command
        permits OpenSession,
                CloseSession,
                Heartbeat,
                LedgerBatch,
                PrefixQuery,
                ListNamespaces,
                ReportStale,
                Prefetch,
                CancelPrefetch,
                Lookup,
                LookupAndPrefetch,
                PullPromotions,
                ReportPromotions,
                SwitchPrefetch,
                Tick {}
