package io.forebay.node;

import io.forebay.core.catalogue.MasterProtocol;
import io.forebay.core.catalogue.SessionId;
import io.forebay.memory.Pool;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

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
        Supplier<Optional<SessionId>> session,
        NodeCounters counters,
        Diary diary) {}
