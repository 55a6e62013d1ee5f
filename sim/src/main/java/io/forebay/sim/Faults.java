package io.forebay.sim;

import io.forebay.core.block.BlockKey;
import java.util.List;

/// What goes wrong beyond single messages: nodes are killed and come back, lines are cut and mended, the master
/// restarts, bits in memory flip.
final class Faults {
    private final World world;
    private final List<SimNode> nodes;
    private final SimMaster master;
    private final SimNetwork network;
    private final Chance chance;

    Faults(World world, List<SimNode> nodes, SimMaster master, SimNetwork network, Chance chance) {
        this.world = world;
        this.nodes = nodes;
        this.master = master;
        this.network = network;
        this.chance = chance;
    }

    void start() {
        world.schedule().after(chance.delayNanos(100_000_000L, 3_000_000_000L), "rot", this::rot);
        again();
    }

    private void rot() {
        if (world.isDraining()) {
            return;
        }
        SimNode node = nodes.get(chance.below(nodes.size()));
        BlockKey key = node.isUp() ? node.rot(chance) : null;
        if (key != null) {
            world.schedule().note(node.name() + " has rotten " + key.hash());
        }
        world.schedule().after(chance.delayNanos(100_000_000L, 3_000_000_000L), "rot", this::rot);
    }

    private void again() {
        world.schedule().after(chance.delayNanos(500_000_000L, 8_000_000_000L), "fault", this::strike);
    }

    private void strike() {
        if (world.isDraining()) {
            return;
        }
        SimNode node = nodes.get(chance.below(nodes.size()));
        int kind = chance.below(10);
        if (kind < 4) {
            world.schedule().note(node.name() + " is killed");
            node.crash();
            world.schedule().after(chance.delayNanos(1_000_000L, 6_000_000_000L), "restart", node::restart);
        } else if (kind < 8) {
            cut(node.name());
        } else if (kind < 9) {
            cut(SimMaster.PLACE);
        } else {
            world.schedule().note("the master restarts");
            master.restart();
        }
        again();
    }

    private void cut(String place) {
        world.schedule().note(place + " is cut off");
        network.cut(place);
        world.schedule().after(chance.delayNanos(1_000_000L, 8_000_000_000L), "mend", () -> network.mend(place));
    }
}
