package io.forebay.fabric;

import io.forebay.core.peer.FabricEndpoint;
import io.forebay.core.peer.RegionDescriptor;
import java.io.IOException;
import java.util.List;

/// Tries `tcp`; what hangs is a port that never answers.
final class TcpRig extends ThreadedRig {
    private final TcpSettings settings;

    TcpRig(TcpSettings settings) {
        this.settings = settings;
    }

    @Override
    public Fabric open(String name) throws FabricException {
        return keep(TcpFabric.open(settings, openPort()));
    }

    @Override
    public FabricPeer connectToHung(Fabric reader) throws FabricException {
        try {
            SilentPort silent = keep(new SilentPort());
            List<RegionDescriptor> regions = List.of(new RegionDescriptor(0, 1 << 20, ""));
            return reader.connect(
                    new FabricEndpoint(TcpFabric.NAME, silent.address().toString(), regions), FabricContract.SECOND);
        } catch (FabricException e) {
            throw e;
        } catch (IOException e) {
            throw new FabricException("no silent port", e);
        }
    }

    /// Nothing to do: a hung TCP peer's reads are over without it.
    @Override
    public void resume() {}
}
