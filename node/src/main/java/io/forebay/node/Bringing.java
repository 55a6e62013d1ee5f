package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.recorder.Happening;
import io.forebay.core.recorder.Keys;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The missing end of one query's chain, brought by one [Fetch] after the other: blocks that a fetch is bringing
/// already are waited for there, the others get a fetch of their own, so no block is fetched twice at a time. What has
/// come by the deadline is kept; the fetch goes on for others. Loop thread only.
final class Bringing {
    private final FetchKit kit;
    private final FetchGates gates;
    private final QueryRun run;
    private final Instance asker;
    private final List<BlockHash> wanted;
    private final Consumer<Brought> then;
    private final List<ResidentBlock> came = new ArrayList<>();
    private final List<Outcome> hits = new ArrayList<>();
    private @Nullable Fetch fetch;
    private @Nullable FetchJoin join;
    private @Nullable DiskReading reading;
    private Loop.@Nullable Timer timer;
    private @Nullable Outcome stopCause;
    private boolean ended;

    /// @param then hears once of the leading blocks that came, each held for it
    Bringing(FetchKit kit, FetchGates gates, QueryRun run, List<BlockHash> wanted, Consumer<Brought> then) {
        this.kit = kit;
        this.gates = gates;
        this.run = run;
        this.asker = run.instance;
        this.wanted = wanted;
        this.then = then;
    }

    void start(long deadlineNanos) {
        timer = kit.loop().after(deadlineNanos, this::late);
        next();
    }

    private void late() {
        Fetch on = fetch;
        stop(on != null && on.isWaiting() ? Outcome.MISS_LOCAL_PRESSURE : Outcome.MISS_DEADLINE);
    }

    private void next() {
        takeFromMemory();
        if (came.size() == wanted.size()) {
            end(null);
            return;
        }
        List<BlockHash> rest = wanted.subList(came.size(), wanted.size());
        Fetch running = asker.blocks.arriving.get(rest.getFirst());
        if (running != null) {
            kit.counters().fetchJoins.increment();
            fetch = running;
            tell(running, rest, true);
            join = running.join(rest, this::joined);
            return;
        }
        List<BlockHash> free = free(rest);
        Fetch own = new Fetch(kit, gates, asker, free);
        fetch = own;
        tell(own, free, false);
        join = own.join(free, this::joined);
        own.start();
    }

    private void tell(Fetch on, List<BlockHash> hashes, boolean joined) {
        Keys keys = kit.diary().keys(asker.blocks.namespace, hashes);
        kit.diary().tell(new Happening.Fetching(kit.loop().nanoTime(), run.request, on.number(), keys, joined));
    }

    /// What another fetch or a save has brought meanwhile.
    private void takeFromMemory() {
        while (came.size() < wanted.size()) {
            ResidentBlock block = asker.blocks.inMemory(wanted.get(came.size()));
            if (block == null) {
                return;
            }
            kit.residents().use(block);
            kit.residents().hold(block);
            came.add(block);
            hits.add(block.outcome());
        }
    }

    /// The leading hashes that are not here and that nobody is bringing.
    private List<BlockHash> free(List<BlockHash> rest) {
        int count = 1;
        while (count < rest.size()
                && !asker.blocks.arriving.containsKey(rest.get(count))
                && asker.blocks.inMemory(rest.get(count)) == null) {
            count++;
        }
        return List.copyOf(rest.subList(0, count));
    }

    private void joined(FetchResult result) {
        fetch = null;
        join = null;
        came.addAll(result.blocks());
        hits.addAll(Collections.nCopies(result.blocks().size(), Outcome.PEER));
        if (stopCause != null) {
            end(came.size() == wanted.size() ? null : stopCause);
        } else if (result.cause() != null) {
            readOr(result.cause());
        } else {
            next();
        }
    }

    /// Peers do not have the next block: the disk may.
    private void readOr(Outcome cause) {
        List<BlockHash> rest = wanted.subList(came.size(), wanted.size());
        if (asker.blocks.inMemory(rest.getFirst()) != null) {
            next(); // a promotion or a save has brought it while peers were asked
            return;
        }
        int onDisk = kit.onDiskAlone(asker.blocks, rest);
        if (onDisk == 0 || cause == Outcome.MISS_LOCAL_PRESSURE) {
            end(cause);
            return;
        }
        DiskReading own = new DiskReading(kit, gates, asker.blocks, rest.subList(0, onDisk), result -> {
            reading = null;
            came.addAll(result.blocks());
            hits.addAll(Collections.nCopies(result.blocks().size(), Outcome.SSD));
            if (result.cause() != null) {
                end(result.cause());
            } else if (result.blocks().isEmpty()) {
                end(cause);
            } else {
                next();
            }
        });
        reading = own;
        own.start();
    }

    /// Ends now with what has come.
    void stop(Outcome cause) {
        if (reading != null) {
            reading.stop(cause);
            return;
        }
        Fetch on = fetch;
        FetchJoin mine = join;
        if (ended || on == null || mine == null) {
            return;
        }
        stopCause = cause;
        on.leave(mine, cause);
    }

    private void end(@Nullable Outcome cause) {
        ended = true;
        if (timer != null) {
            timer.cancel();
        }
        then.accept(new Brought(came, hits, cause));
    }
}
