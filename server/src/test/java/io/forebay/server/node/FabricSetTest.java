package io.forebay.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.fabric.DataPort;
import io.forebay.fabric.Fabric;
import io.forebay.fabric.FabricException;
import io.forebay.fabric.PortSettings;
import io.forebay.fabric.UcxFabric;
import io.forebay.fabric.UcxSettings;
import io.forebay.server.running.Closing;
import io.forebay.server.settings.FabricChoice;
import io.forebay.server.settings.NodeConfig;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Which data planes a node opens, on hosts with and without an RDMA device and libucp.
@Timeout(60)
final class FabricSetTest {
    private static final UcxOffer.Opener MISSING = (settings, port) -> {
        throw new FabricException("ucx is not available: install libucx0");
    };

    private final Closing closing = new Closing();

    @AfterEach
    void close() {
        closing.close();
    }

    @Test
    void autoTakesUcxBehindMapWhereThereIsARdmaDevice() throws Exception {
        assertEquals(List.of("map", "ucx", "tcp"), opened(FabricChoice.AUTO, new UcxOffer(true, UcxFabric::open)));
    }

    @Test
    void autoDoesNotTouchUcxWhereThereIsNone() throws Exception {
        assertEquals(List.of("map", "tcp"), opened(FabricChoice.AUTO, new UcxOffer(false, MISSING)));
    }

    @Test
    void autoGoesOnWithoutALibrary() throws Exception {
        assertEquals(List.of("map", "tcp"), opened(FabricChoice.AUTO, new UcxOffer(true, MISSING)));
    }

    @Test
    void ucxAloneNeedsNoRdmaDevice() throws Exception {
        assertEquals(List.of("ucx"), opened(FabricChoice.UCX, new UcxOffer(false, UcxFabric::open)));
    }

    @Test
    void ucxAloneIsRefusedWithoutALibrary() {
        FabricException refused =
                assertThrows(FabricException.class, () -> opened(FabricChoice.UCX, new UcxOffer(false, MISSING)));
        assertEquals("ucx is not available: install libucx0", refused.getMessage());
    }

    @Test
    void theOthersNeedNoLibrary() throws Exception {
        assertEquals(List.of("map"), opened(FabricChoice.MAP, new UcxOffer(true, MISSING)));
        closing.close();
        assertEquals(List.of("tcp"), opened(FabricChoice.TCP, new UcxOffer(true, MISSING)));
    }

    private List<String> opened(FabricChoice choice, UcxOffer offer) throws FabricException {
        DataPort port = closing.add("port", DataPort.open(PortSettings.of("127.0.0.1", "127.0.0.1", 0), 1));
        NodeConfig.Fabrics config = new NodeConfig.Fabrics(choice, UcxSettings.defaults());
        return FabricSet.choose(config, port, closing, offer).stream()
                .map(Fabric::name)
                .toList();
    }
}
