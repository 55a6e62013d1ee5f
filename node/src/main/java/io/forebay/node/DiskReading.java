package io.forebay.node;

import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.layout.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads a run of a chain from this node's SSD, some blocks at a time, front to back. What comes is there for who asked
/// and is not admitted (decision 0023); a block that another reading brings is waited for there. It ends at the first
/// block that cannot be had. Loop thread only.
final class DiskReading {
    /// Room that one reading asks for at a time, and so its share of the device.
    private static final long PART_BYTES = 32L << 20;

    private final FetchKit kit;
    private final FetchGates gates;
    private final NamespaceBlocks home;
    private final List<BlockHash> wanted;
    private final Consumer<FetchResult> then;
    private final Runnable go = this::part;
    private final List<ResidentBlock> came = new ArrayList<>();
    private List<Place> part = List.of();
    private boolean starting;
    private boolean ended;

    /// One block of the part.
    private final class Place implements DiskLoad.Waiter {
        private final BlockHash hash;
        private @Nullable ResidentBlock block;
        private @Nullable Outcome cause;
        private boolean settled;

        Place(BlockHash hash) {
            this.hash = hash;
        }

        @Override
        public void loaded(ResidentBlock came) {
            if (ended) {
                kit.room().unhold(List.of(came));
                return;
            }
            block = came;
            settled = true;
            settle();
        }

        @Override
        public void failed(@Nullable Outcome why) {
            cause = why;
            settled = true;
            settle();
        }
    }

    /// @param wanted blocks that the disk or memory has
    /// @param then hears once of the leading blocks that came, each held for it. Fewer than wanted without a cause:
    ///     the next one is not there after all
    DiskReading(
            FetchKit kit, FetchGates gates, NamespaceBlocks home, List<BlockHash> wanted, Consumer<FetchResult> then) {
        this.kit = kit;
        this.gates = gates;
        this.home = home;
        this.wanted = List.copyOf(wanted);
        this.then = then;
    }

    void start() {
        if (!gates.bytes.enter(go, partBlocks() * home.layout.blockBytes())) {
            ended = true;
            then.accept(new FetchResult(List.of(), Outcome.MISS_LOCAL_PRESSURE));
        }
    }

    /// Blocks of a layout that are read at one time.
    static int partBlocks(Layout layout) {
        return Math.clamp(PART_BYTES / layout.blockBytes(), 1, Limits.MAX_KEYS);
    }

    private int partBlocks() {
        return Math.min(partBlocks(home.layout), wanted.size());
    }

    /// As many as leases have room for.
    private List<BlockHash> nextHashes() {
        long leasable = kit.room().leasableBytes(kit.settings().leases().heldShare()) / home.layout.blockBytes();
        long count = Math.min(partBlocks(), Math.max(0, leasable));
        return wanted.subList(came.size(), (int) Math.min(wanted.size(), came.size() + count));
    }

    private void part() {
        if (ended) {
            return;
        }
        int absent = (int) nextHashes().stream().filter(this::needsRoom).count();
        kit.staging().reserve(home, absent, this::read);
    }

    private boolean needsRoom(BlockHash hash) {
        return home.inMemory(hash) == null && !home.loading.containsKey(hash);
    }

    private void read(StagedRoom room) {
        if (!ended) {
            part = new ArrayList<>();
            starting = true;
            for (BlockHash hash : nextHashes()) {
                if (needsRoom(hash) && room.blocks() == 0) {
                    break;
                }
                bring(hash, room);
            }
            starting = false;
        }
        room.giveBack();
        if (!ended && part.isEmpty()) {
            end(Outcome.MISS_LOCAL_PRESSURE);
        } else {
            settle();
        }
    }

    private void bring(BlockHash hash, StagedRoom room) {
        Place place = new Place(hash);
        part.add(place);
        ResidentBlock there = home.inMemory(hash);
        DiskLoad load = home.loading.get(hash);
        if (there != null) {
            kit.residents().hold(there);
            place.loaded(there);
        } else if (load != null) {
            load.join(place);
        } else {
            DiskLoad.start(kit, home, hash, room, place);
        }
    }

    private void settle() {
        if (ended || starting || !part.stream().allMatch(place -> place.settled)) {
            return;
        }
        Place failed = takeLeading();
        if (failed != null) {
            end(failed.cause);
        } else if (came.size() == wanted.size()) {
            end(null);
        } else {
            part();
        }
    }

    /// Takes the part's blocks up to the first that did not come, and gives the others back.
    ///
    /// @return that one; null when all came
    private @Nullable Place takeLeading() {
        List<Place> all = part;
        part = List.of();
        Place first = null;
        List<ResidentBlock> behind = new ArrayList<>();
        for (Place place : all) {
            ResidentBlock block = place.block;
            DiskLoad load = place.settled ? null : home.loading.get(place.hash);
            if (load != null) {
                load.leave(place);
            }
            if (block == null) {
                first = first == null ? place : first;
            } else if (first == null) {
                came.add(block);
            } else {
                behind.add(block);
            }
        }
        kit.room().unhold(behind);
        return first;
    }

    /// Ends now with what has come.
    void stop(Outcome cause) {
        if (!ended) {
            takeLeading();
            end(came.size() == wanted.size() ? null : cause);
        }
    }

    private void end(@Nullable Outcome cause) {
        ended = true;
        gates.bytes.leave(go);
        then.accept(new FetchResult(List.copyOf(came), cause));
    }
}
