package io.forebay.sim;

import io.forebay.fabric.ReadFault;
import io.forebay.fabric.ReadFaults;

/// Lets a tenth of the one-sided reads go wrong, in each way there is, until the network is healed.
final class SimReadFaults implements ReadFaults {
    private final Chance chance;
    private final SimNetwork network;

    SimReadFaults(Chance chance, SimNetwork network) {
        this.chance = chance;
        this.network = network;
    }

    @Override
    public ReadFault next(String reader, String owner, int ranges) {
        if (network.isHealthy() || chance.in(0.9)) {
            return new ReadFault.None();
        }
        return switch (chance.below(4)) {
            case 0 -> new ReadFault.CutShort(chance.below(ranges));
            case 1 -> new ReadFault.Corrupt(chance.below(ranges), chance.below(4_096));
            case 2 -> new ReadFault.Hang();
            default -> new ReadFault.Break(chance.below(ranges));
        };
    }
}
