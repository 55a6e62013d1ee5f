package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Strangers at UCX's own port: they get nothing that is not registered and harm nobody else.
///
/// Over TCP the library can end the process when a peer leaves while it connects: see decision 0014. Both sides share
/// this process, so these run in `verify --long`.
@Tag("long")
@Timeout(60)
final class UcxStrangerTest {
    private static final long SECOND = FabricContract.SECOND;
    private static final int BYTES = 4096;
    /// More than an owner keeps for one peer, and than sockets hold.
    private static final int TOO_MUCH = UcxOutbox.MAX_OF_ENDPOINT / 10;

    private final Arena arena = Arena.ofShared();
    private final UcxRig rig = new UcxRig(UcxSettings.defaults());
    private final TestRegion region = new TestRegion(7, "seven", 1 << 20, arena);
    private final MemorySegment loot = arena.allocate(BYTES);

    @AfterEach
    void close() {
        rig.close();
        arena.close();
    }

    @Test
    void withoutGetsNoMemoryCanBeGot() throws Exception {
        Fabric owner = open(UcxWay.MESSAGES);
        owner.register(region.local());
        try (UcxStranger thief = new UcxStranger(owner.endpoint())) {
            thief.get(region.local().segment().address(), loot, SECOND / 2);
            assertEquals(-1, loot.mismatch(arena.allocate(BYTES)), "a stranger got bytes");
        }
        assertServes(owner);
    }

    /// What the test above is worth: the same stranger gets what nobody registered where UCX imitates gets.
    @Test
    void withGetsAnyMemoryCanBeGot() throws Exception {
        try (UcxStranger thief = new UcxStranger(open(UcxWay.GETS).endpoint())) {
            thief.get(region.local().segment().address(), loot, 10 * SECOND);
            assertEquals(-1, loot.mismatch(region.local().segment().asSlice(0, BYTES)));
        }
    }

    @Test
    void aStrangerThatAsksForTooMuchAndTakesNothingHarmsNobody() throws Exception {
        Fabric owner = open(UcxWay.MESSAGES);
        owner.register(region.local());
        try (UcxStranger greedy = new UcxStranger(owner.endpoint())) {
            greedy.ask(region.local().id(), TOO_MUCH);
            assertServes(owner);
            int chunks = greedy.take(SECOND / 2);
            assertTrue(chunks > 0 && chunks < TOO_MUCH * UcxServing.chunks(1 << 20), chunks + " chunks waited for it");
        }
        assertServes(owner);
    }

    @Test
    void anOwnerClosesThoughSomebodyTakesNothing() throws Exception {
        Fabric owner = open(UcxWay.MESSAGES);
        owner.register(region.local());
        try (UcxStranger greedy = new UcxStranger(owner.endpoint())) {
            greedy.ask(region.local().id(), TOO_MUCH);
            assertServes(owner);
            long startNanos = System.nanoTime();
            owner.close();
            assertTrue(System.nanoTime() - startNanos < 3 * SECOND, "the owner waits for a stranger");
        }
    }

    private Fabric open(UcxWay way) throws FabricException {
        return rig.keep(UcxFabric.open(UcxSettings.of("", "lo", UcxPolling.ADAPTIVE), way, rig.openPort()));
    }

    private void assertServes(Fabric owner) throws FabricException {
        FabricPeer peer = rig.open("reader").connect(owner.endpoint(), FabricContract.CONNECT_NANOS);
        ReadRange range = region.range(0, 1 << 20, arena);
        Recorder read = new Recorder();
        peer.read(List.of(range), 10 * SECOND, read);
        rig.await(read::isOver, "the end of a read");
        assertEquals(new ReadResult.Complete(1), read.result());
        assertTrue(region.holds(range));
    }
}
