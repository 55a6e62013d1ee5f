package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.ledger.RegistrationLedger;
import io.forebay.core.recorder.Standing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a block stands on this node now, for people who ask. Reads only. Loop thread only.
final class Standings {
    private final Loop loop;
    private final Residents residents;
    private final Saves saves;
    private final RegistrationLedger ledger;
    private final RegistrationLedger diskLedger;
    private final LocalDisk disk;

    /// @param diskLedger of what is on SSD
    Standings(
            NodeParts parts,
            Residents residents,
            Saves saves,
            RegistrationLedger ledger,
            RegistrationLedger diskLedger) {
        this.loop = parts.loop();
        this.disk = parts.disk();
        this.diskLedger = diskLedger;
        this.residents = residents;
        this.saves = saves;
        this.ledger = ledger;
    }

    /// One for each namespace and tier that has a block of this hash, as far as an engine or a peer has asked for the
    /// namespace. O(namespaces).
    List<Standing> of(BlockHash hash) {
        List<Standing> found = new ArrayList<>();
        for (NamespaceBlocks home : residents.homes()) {
            Standing standing = in(home, hash);
            if (standing != null) {
                found.add(standing);
            }
            BlockKey key = new BlockKey(home.namespace, hash);
            if (disk.has(key)) {
                found.add(new Standing.OnSsd(home.namespace, diskLedger.state(key)));
            }
        }
        return found;
    }

    private @Nullable Standing in(NamespaceBlocks home, BlockHash hash) {
        BlockKey key = new BlockKey(home.namespace, hash);
        ResidentBlock block = home.find(hash);
        if (block != null) {
            Standing.Presence presence = block.state == ResidentBlock.State.RETIRING
                    ? Standing.Presence.RETIRING
                    : Standing.Presence.RESIDENT;
            return standing(key, presence, block.bytes, block.holds);
        }
        if (saves.find(key) != null) {
            return standing(key, Standing.Presence.UNSEALED, 0, 0);
        }
        return home.arriving.containsKey(hash) ? standing(key, Standing.Presence.ARRIVING, 0, 0) : null;
    }

    private Standing standing(BlockKey key, Standing.Presence presence, long bytes, int holds) {
        return new Standing.OnNode(
                key.namespace(), presence, bytes, holds, ledger.state(key), ledger.stayNanos(key, loop.nanoTime()));
    }
}
