package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Remedy;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Takes blocks out of this node on request. Nothing delays it: who reads a block keeps its memory until it lets go,
/// and finds it no more when it asks again.
///
/// | the block is | |
/// | --- | --- |
/// | in memory, or in the prefetch buffer | out of the index at once; the master is told and not asked |
/// | on SSD, or being written there | not found at once; answered when no restart can bring it back |
/// | to be promoted | its task finds nothing on the SSD |
/// | being promoted | read to the end and given back; its task ends as absent |
/// | being fetched from a peer | whoever waits for it gets it; then it is dropped |
/// | being saved | its save is a new one: it stays |
///
/// Loop thread only.
final class Drops {
    /// Hashes of one request.
    static final int MAX_HASHES = 256;
    /// A device that takes longer than this to make a drop safe does not answer.
    static final long SAFE_NANOS = 5_000_000_000L;

    private final NodeParts parts;
    private final Residents residents;
    private final Room room;
    private final DiskReplicas disk;
    private final NodePrefetch prefetch;
    /// Of what a start has found on SSD, where nobody has asked yet.
    private final Set<Namespace> found = new LinkedHashSet<>();
    /// What a fetch is bringing.
    private final Map<BlockKey, Fetch> arriving = new LinkedHashMap<>();

    Drops(NodeParts parts, Residents residents, Room room, DiskReplicas disk, NodePrefetch prefetch) {
        this.parts = parts;
        this.residents = residents;
        this.room = room;
        this.disk = disk;
        this.prefetch = prefetch;
    }

    void start() {
        parts.disk().found().forEach(key -> found.add(key.namespace()));
    }

    /// Drops blocks, whatever their namespaces.
    ///
    /// @param then hears what each came to, in order, once that survives a restart; fails where that is not known
    void drop(List<BlockHash> hashes, Consumer<Answer<List<Dropped>>> then) {
        InvalidInput.unless(
                !hashes.isEmpty() && hashes.size() <= MAX_HASHES,
                "key",
                "has " + hashes.size() + " hashes; it must have from 1 to " + MAX_HASHES);
        Set<Namespace> namespaces = new LinkedHashSet<>(found);
        residents.homes().forEach(home -> namespaces.add(home.namespace));
        List<Dropped> dropped =
                hashes.stream().distinct().map(hash -> drop(hash, namespaces)).toList();
        parts.counters()
                .dropped
                .add(dropped.stream()
                        .filter(each -> each.inMemory() + each.onSsd() > 0)
                        .count());
        if (dropped.stream().allMatch(each -> each.onSsd() == 0)) {
            then.accept(Answer.ok(dropped));
            return;
        }
        OneAnswer answer = new OneAnswer(then);
        Loop.Timer late = parts.loop().after(SAFE_NANOS, () -> answer.tell(unsafe("did not answer in time")));
        parts.disk()
                .sync(safe -> parts.loop().post(() -> {
                    late.cancel();
                    answer.tell(safe ? Answer.ok(dropped) : unsafe("failed"));
                }));
    }

    private static Answer<List<Dropped>> unsafe(String why) {
        return Answer.failed(
                Remedy.RETRY,
                "no block is found any more, but one on SSD may come back with a restart: the device " + why);
    }

    private Dropped drop(BlockHash hash, Set<Namespace> namespaces) {
        int inMemory = 0;
        int stillRead = 0;
        int onSsd = 0;
        for (Namespace namespace : namespaces) {
            BlockKey key = new BlockKey(namespace, hash);
            prefetch.drop(key);
            onSsd += disk.drop(key) ? 1 : 0;
            NamespaceBlocks home = residents.known(namespace);
            ResidentBlock block = home == null ? null : home.find(hash);
            if (block != null) {
                inMemory++;
                room.drop(block);
                stillRead += block.state == ResidentBlock.State.LEFT ? 1 : 0;
            }
            if (home != null) {
                residents.hide(home, hash);
                Fetch fetch = home.arriving.get(hash);
                if (fetch != null) {
                    arriving.put(key, fetch);
                }
            }
        }
        return new Dropped(hash, inMemory, stillRead, onSsd);
    }

    /// What was on its way when it was dropped and has come goes now. Called when blocks have become resident, and now
    /// and then.
    void step() {
        if (arriving.isEmpty()) {
            return;
        }
        List<BlockKey> over = new ArrayList<>();
        arriving.forEach((key, fetch) -> {
            NamespaceBlocks home = residents.known(key.namespace());
            if (home == null || home.arriving.get(key.hash()) != fetch) {
                over.add(key);
            }
        });
        for (BlockKey key : over) {
            arriving.remove(key);
            ResidentBlock block = residents.find(key);
            if (block != null) {
                room.drop(block);
            }
        }
    }

    /// Told once, whoever is first.
    private static final class OneAnswer {
        private final Consumer<Answer<List<Dropped>>> then;
        private boolean told;

        OneAnswer(Consumer<Answer<List<Dropped>>> then) {
            this.then = then;
        }

        void tell(Answer<List<Dropped>> answer) {
            if (!told) {
                told = true;
                then.accept(answer);
            }
        }
    }
}
