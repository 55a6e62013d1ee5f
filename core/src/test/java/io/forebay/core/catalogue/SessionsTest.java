package io.forebay.core.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.block.TestKeys;
import io.forebay.core.events.ReplicaEvent.StoredCause;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private final Sessions sessions = new Sessions(1);
    private final ReplicaTable table = new ReplicaTable(Tier.MEMORY, new ReplicaFeed());

    private Session open(String node) {
        SessionId id = sessions.nextId();
        sessions.opened(new Durable.SessionOpened(id, new NodeId(node), 1, node + ":1", "", false, 0));
        return sessions.get(id);
    }

    @Test
    void anEndedSessionIsKnownUntilItsLastReplicaIsReclaimed() {
        Session session = open("a");
        table.add(session, TestKeys.key(0), StoredCause.REGISTERED);
        table.add(session, TestKeys.key(1), StoredCause.REGISTERED);
        sessions.ended(session.id);
        assertFalse(session.open);
        table.reclaim(session, 1);
        sessions.reclaimed(session);
        assertEquals(session, sessions.get(session.id));
        table.reclaim(session, 1);
        sessions.reclaimed(session);
        assertThrows(IllegalStateException.class, () -> sessions.get(session.id));
        assertEquals(0, sessions.ended().size());
    }

    @Test
    void aSessionWithoutReplicasIsForgottenAsItEnds() {
        Session session = open("a");
        sessions.ended(session.id);
        assertThrows(IllegalStateException.class, () -> sessions.get(session.id));
        assertEquals(0, sessions.ended().size());
    }

    @Test
    void anIndexIsUsedAgainOnlyWhenNoReplicaCarriesIt() {
        Session first = open("a");
        table.add(first, TestKeys.key(0), StoredCause.REGISTERED);
        sessions.ended(first.id);
        Session second = open("a");
        assertEquals(2, sessions.indexLimit());
        table.reclaim(first, 1);
        sessions.reclaimed(first);
        Session third = open("b");
        assertEquals(first.index, third.index);
        assertEquals(1, second.index);
        assertEquals(2, sessions.indexLimit());
    }
}
