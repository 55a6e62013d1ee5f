package io.forebay.sim;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.CancelPrefetch;
import io.forebay.core.catalogue.Lookup;
import io.forebay.core.catalogue.LookupReply;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.catalogue.RouterProtocol;
import io.forebay.core.prefetch.PrefetchStatus;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// A router: it looks prompts up and triggers them, some soon before an engine happens to ask for them, and takes some
/// of it back.
final class SimRouter {
    private static final long SECOND = 1_000_000_000L;

    private final World world;
    private final Namespace namespace;
    private final Chance chance;
    private final RouterProtocol master;
    private final Map<PrefetchStatus, Long> heard = new EnumMap<>(PrefetchStatus.class);
    private int requests;

    SimRouter(World world, Namespace namespace, RouterProtocol master, Chance chance) {
        this.world = world;
        this.namespace = namespace;
        this.master = master;
        this.chance = chance;
    }

    void start() {
        world.schedule().after(chance.delayNanos(1_000_000, 200_000_000), "router", this::act);
    }

    private void act() {
        if (world.isDraining()) {
            return;
        }
        List<BlockHash> prompt = world.conversations().prompt(chance);
        String request = "routed-" + ++requests;
        int kind = chance.below(10);
        if (kind < 2) {
            master.lookup(new Lookup(namespace, prompt), SECOND, this::lookedUp);
        } else if (kind < 3) {
            CancelPrefetch cancel = new CancelPrefetch("routed-" + Math.max(1, requests - 1 - chance.below(4)));
            master.cancelPrefetch(cancel, SECOND, answer -> {});
        } else {
            long needIn = chance.delayNanos(0, 2 * SECOND);
            master.prefetch(new Prefetch(namespace, prompt, request, needIn), SECOND, this::triggered);
        }
        start();
    }

    private void lookedUp(Answer<LookupReply> answer) {
        if (answer instanceof Answer.Ok<LookupReply>(LookupReply reply)) {
            long promoting = reply.blocks().stream()
                    .filter(LookupReply.BlockTiers::promoting)
                    .count();
            world.schedule().note("a router sees " + promoting + " promotions");
        }
    }

    private void triggered(Answer<PrefetchReply> answer) {
        if (answer instanceof Answer.Ok<PrefetchReply>(PrefetchReply.Decided decided)) {
            decided.answers().forEach(each -> heard.merge(each.status(), 1L, Long::sum));
        }
    }

    /// What its triggers heard, by status.
    Map<PrefetchStatus, Long> heard() {
        return heard;
    }
}
