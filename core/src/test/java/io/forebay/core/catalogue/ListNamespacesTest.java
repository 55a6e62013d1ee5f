package io.forebay.core.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.block.TestKeys;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ListNamespacesTest {
    private static final NodeId NODE = new NodeId("a");
    private final Catalogue catalogue = new Catalogue(CatalogueSettings.defaults(), 1, 0);
    private final SessionId session = ((SessionReply.Opened) step(new OpenSession(NODE, 1, "a:1"))).session();
    private long batches;

    private Reply step(Command command) {
        Decision decision = catalogue.decide(command, 0);
        decision.events().forEach(catalogue::apply);
        return decision.reply();
    }

    private static BlockKey key(String model, String tenant, String fingerprint) {
        return new BlockKey(new Namespace(model, tenant, fingerprint), TestKeys.hash(1));
    }

    private List<Namespace> listed(String model) {
        return ((NamespacesReply) step(new ListNamespaces(model))).namespaces();
    }

    private void batch(List<BlockKey> gone, List<BlockKey> register) {
        step(new LedgerBatch(NODE, session, ++batches, 0, false, gone, List.of(), register, List.of()));
    }

    @Test
    void theNamespacesOfTheModelAreListedInOrder() {
        BlockKey one = key("m", "", "b");
        BlockKey two = key("m", "", "a");
        BlockKey tenant = key("m", "t", "a");
        batch(List.of(), List.of(tenant, one, two, key("n", "", "c")));
        assertEquals(List.of(two.namespace(), one.namespace(), tenant.namespace()), listed("m"));
        assertEquals(List.of(), listed("unknown"));
    }

    @Test
    void withItsLastBlockANamespaceIsGone() {
        BlockKey key = key("m", "", "a");
        batch(List.of(), List.of(key));
        batch(List.of(key), List.of());
        assertEquals(List.of(), listed("m"));
    }

    @Test
    void aReplyHasABound() {
        batch(
                List.of(),
                IntStream.range(0, NamespacesReply.MAX + 1)
                        .mapToObj(i -> key("m", "", "f" + i))
                        .toList());
        assertEquals(NamespacesReply.MAX, listed("m").size());
    }
}
