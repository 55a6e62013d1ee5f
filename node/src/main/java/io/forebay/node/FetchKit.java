package io.forebay.node;

import io.forebay.core.catalogue.MasterProtocol;
import io.forebay.memory.Pool;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/// What every fetch of a node works with.
record FetchKit(
        NodeSettings settings,
        Loop loop,
        Executor movers,
        Pool pool,
        MasterProtocol master,
        Peers peers,
        OwnerStanding standing,
        StaleReporter reporter,
        Residents residents,
        Room room,
        Runnable onAdmitted,
        LongSupplier random,
        NodeCounters counters,
        Diary diary) {}
