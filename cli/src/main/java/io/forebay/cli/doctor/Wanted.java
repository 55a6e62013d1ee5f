package io.forebay.cli.doctor;

import io.forebay.server.settings.EffectiveSettings;
import io.forebay.server.settings.HostConfig;
import io.forebay.server.settings.MasterConfig;
import io.forebay.server.settings.NodeConfig;
import io.forebay.server.settings.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a configuration asks of a host.
///
/// @param role what is to run there
/// @param host where it listens and what it tells others
/// @param ports each with its setting; those that the system chooses are left out
/// @param node what a node asks besides; empty for a master
public record Wanted(Role role, HostConfig host, List<Port> ports, Optional<OfNode> node) {
    public Wanted {
        ports = List.copyOf(ports);
    }

    /// A port that somebody chose.
    public record Port(String setting, int number) {}

    /// What a node asks.
    ///
    /// @param poolBytes of the pool and the prefetch buffer together
    /// @param hugePages as `pool.huge_pages` says it
    /// @param memlock as `pool.memlock` says it
    /// @param fabric as `fabric` says it
    /// @param ssdBytes room in each of the directories
    /// @param master `host:port` of its gRPC
    public record OfNode(
            Path stateDirectory,
            Path poolDirectory,
            long poolBytes,
            String hugePages,
            String memlock,
            String fabric,
            List<Path> ssdDirectories,
            long ssdBytes,
            String master) {
        public OfNode {
            ssdDirectories = List.copyOf(ssdDirectories);
        }
    }

    /// From the settings of any role.
    public static Wanted of(EffectiveSettings settings) {
        List<Port> ports = new ArrayList<>();
        Optional<OfNode> node = Optional.empty();
        HostConfig host;
        if (settings.role() == Role.MASTER) {
            host = MasterConfig.of(settings).host();
        } else {
            NodeConfig config = NodeConfig.of(settings);
            host = config.host();
            add(ports, "control.port", config.ports().control());
            add(ports, "data.port", config.ports().data());
            add(ports, "http.port", config.ports().http());
            node = Optional.of(ofNode(settings, config));
        }
        if (settings.role() != Role.NODE) {
            MasterConfig config = MasterConfig.of(settings);
            add(ports, "master.control.port", config.controlPort());
            add(ports, "master.http.port", config.httpPort());
        }
        return new Wanted(settings.role(), host, ports, node);
    }

    private static void add(List<Port> ports, String setting, int number) {
        if (number > 0) {
            ports.add(new Port(setting, number));
        }
    }

    private static OfNode ofNode(EffectiveSettings settings, NodeConfig config) {
        return new OfNode(
                config.stateDirectory(),
                config.pool().directory(),
                config.pool().sizeBytes() + config.prefetch().bufferBytes(),
                text(settings, "pool.huge_pages"),
                text(settings, "pool.memlock"),
                text(settings, "fabric"),
                config.ssd().directories(),
                config.ssd().sizeBytes(),
                config.masterAddress());
    }

    private static String text(EffectiveSettings settings, String key) {
        EffectiveSettings.Entry entry = settings.entries().get(key);
        return entry == null ? "" : entry.text();
    }
}
