package io.forebay.sim;

import io.forebay.core.answer.Answer;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.CancelPrefetch;
import io.forebay.core.catalogue.CancelReply;
import io.forebay.core.catalogue.Catalogue;
import io.forebay.core.catalogue.CatalogueSettings;
import io.forebay.core.catalogue.CloseSession;
import io.forebay.core.catalogue.Heartbeat;
import io.forebay.core.catalogue.Journal;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.catalogue.ListNamespaces;
import io.forebay.core.catalogue.Lookup;
import io.forebay.core.catalogue.LookupAndPrefetch;
import io.forebay.core.catalogue.LookupAndPrefetchReply;
import io.forebay.core.catalogue.LookupReply;
import io.forebay.core.catalogue.MasterProtocol;
import io.forebay.core.catalogue.MasterShell;
import io.forebay.core.catalogue.NamespacesReply;
import io.forebay.core.catalogue.OpenSession;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.catalogue.PromotionProtocol;
import io.forebay.core.catalogue.PullPromotions;
import io.forebay.core.catalogue.PullReply;
import io.forebay.core.catalogue.ReportPromotions;
import io.forebay.core.catalogue.ReportStale;
import io.forebay.core.catalogue.RouterProtocol;
import io.forebay.core.catalogue.SessionReply;
import io.forebay.core.catalogue.StaleReply;
import io.forebay.core.prefetch.PromotionStats;
import java.util.Optional;
import java.util.function.Consumer;

/// The real master behind the simulated network, and its restarts: each has a new epoch and knows nothing.
final class SimMaster {
    static final String PLACE = "master";

    private final Schedule schedule;
    private final SimNetwork network;
    private final CatalogueSettings settings;
    private final Tiers tiers;
    private Catalogue catalogue;
    private MasterShell shell;
    private long epoch = 1;

    SimMaster(Schedule schedule, SimNetwork network, CatalogueSettings settings, Tiers tiers) {
        this.schedule = schedule;
        this.network = network;
        this.settings = settings;
        this.tiers = tiers;
        this.catalogue = newCatalogue();
        this.shell = new MasterShell(catalogue, Journal.NONE, schedule::nowNanos, 100_000);
        tick();
    }

    private Catalogue newCatalogue() {
        return tiers.promotions()
                .map(promotions -> new Catalogue(settings, epoch, schedule.nowNanos(), promotions))
                .orElseGet(() -> new Catalogue(settings, epoch, schedule.nowNanos()));
    }

    private void tick() {
        shell.tick();
        shell.drain();
        schedule.after(100_000_000L, "master tick", this::tick);
    }

    void restart() {
        epoch++;
        catalogue = newCatalogue();
        shell = new MasterShell(catalogue, Journal.NONE, schedule::nowNanos, 100_000);
    }

    Catalogue catalogue() {
        return catalogue;
    }

    /// Its promotions now; empty for a master that knows none.
    Optional<PromotionStats> promotions() {
        return shell.promotionStats();
    }

    /// The master as the node `from` reaches it.
    MasterProtocol reachedFrom(String from) {
        return new Reached(from);
    }

    /// The same, of its promotions; empty for a cluster that knows none.
    Optional<PromotionProtocol> promotionsFrom(String from) {
        return tiers.knowsPrefetch() ? Optional.of(new Reached(from)) : Optional.empty();
    }

    /// The master as the router reaches it.
    RouterProtocol routedFrom(String from) {
        return new Reached(from);
    }

    private final class Reached implements MasterProtocol, PromotionProtocol, RouterProtocol {
        private final String from;

        Reached(String from) {
            this.from = from;
        }

        @Override
        public void openSession(OpenSession request, long timeout, Consumer<Answer<SessionReply>> then) {
            call(timeout, then, reply -> shell.openSession(request, timeout, reply));
        }

        @Override
        public void closeSession(CloseSession request, long timeout, Consumer<Answer<AliveReply>> then) {
            call(timeout, then, reply -> shell.closeSession(request, timeout, reply));
        }

        @Override
        public void heartbeat(Heartbeat request, long timeout, Consumer<Answer<AliveReply>> then) {
            call(timeout, then, reply -> shell.heartbeat(request, timeout, reply));
        }

        @Override
        public void ledger(LedgerBatch batch, long timeout, Consumer<Answer<LedgerReply>> then) {
            call(timeout, then, reply -> shell.ledger(batch, timeout, reply));
        }

        @Override
        public void queryPrefix(PrefixQuery query, long timeout, Consumer<Answer<PrefixReply>> then) {
            call(timeout, then, reply -> shell.queryPrefix(query, timeout, reply));
        }

        @Override
        public void listNamespaces(ListNamespaces query, long timeoutNanos, Consumer<Answer<NamespacesReply>> then) {
            call(timeoutNanos, then, reply -> shell.listNamespaces(query, timeoutNanos, reply));
        }

        @Override
        public void reportStale(ReportStale report, long timeoutNanos, Consumer<Answer<StaleReply>> then) {
            call(timeoutNanos, then, reply -> shell.reportStale(report, timeoutNanos, reply));
        }

        @Override
        public void pullPromotions(PullPromotions pull, long timeout, Consumer<Answer<PullReply>> then) {
            call(timeout, then, reply -> shell.pullPromotions(pull, timeout, reply));
        }

        @Override
        public void reportPromotions(ReportPromotions report, long timeout, Consumer<Answer<AliveReply>> then) {
            call(timeout, then, reply -> shell.reportPromotions(report, timeout, reply));
        }

        @Override
        public void prefetch(Prefetch request, long timeout, Consumer<Answer<PrefetchReply>> then) {
            call(timeout, then, reply -> shell.prefetch(request, timeout, reply));
        }

        @Override
        public void cancelPrefetch(CancelPrefetch request, long timeout, Consumer<Answer<CancelReply>> then) {
            call(timeout, then, reply -> shell.cancelPrefetch(request, timeout, reply));
        }

        @Override
        public void lookup(Lookup request, long timeout, Consumer<Answer<LookupReply>> then) {
            call(timeout, then, reply -> shell.lookup(request, timeout, reply));
        }

        @Override
        public void lookupAndPrefetch(
                LookupAndPrefetch request, long timeout, Consumer<Answer<LookupAndPrefetchReply>> then) {
            call(timeout, then, reply -> shell.lookupAndPrefetch(request, timeout, reply));
        }

        private <T> void call(long timeout, Consumer<Answer<T>> then, SimNetwork.Request<T> request) {
            network.call(
                    from,
                    PLACE,
                    timeout,
                    reply -> {
                        request.arrive(reply);
                        shell.drain();
                    },
                    then);
        }
    }
}
