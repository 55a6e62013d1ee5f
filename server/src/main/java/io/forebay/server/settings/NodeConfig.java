package io.forebay.server.settings;

import io.forebay.core.eviction.EvictionKind;
import io.forebay.core.tier.SsdWriting;
import io.forebay.fabric.UcxSettings;
import io.forebay.gateway.resp.RespSettings;
import io.forebay.memory.backing.BackingTerms;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A node's settings as values.
///
/// @param nodeId its name in the cluster
/// @param masterAddress `host:port` of the master
/// @param ports where it listens
/// @param stateDirectory where it counts its boots
/// @param pool its memory
/// @param ssd its SSDs
/// @param fabric how it reads peers' memory
/// @param leases the time limits of promises
/// @param eviction when eviction runs, and by which policy
/// @param prefetch how blocks are read from SSD ahead of need
/// @param calls the limits of asking others
/// @param recorder what is kept to be told of what has been
/// @param resp its RESP gateway, if it has one
/// @param shutdownTimeout the bound on everything after SIGTERM
public record NodeConfig(
        String nodeId,
        String masterAddress,
        HostConfig host,
        Ports ports,
        Path stateDirectory,
        PoolConfig pool,
        Ssd ssd,
        Fabrics fabric,
        Leases leases,
        Eviction eviction,
        Prefetch prefetch,
        Calls calls,
        RecorderConfig recorder,
        Optional<RespSettings> resp,
        Duration shutdownTimeout) {

    /// Where a node listens; 0: the system chooses.
    public record Ports(int control, int data, int http) {}

    /// A node's memory.
    ///
    /// @param directory where the pool file lies
    /// @param sizeBytes room for blocks
    /// @param granuleBytes the unit of allocation, a power of two
    /// @param prefaultThreads threads that touch every page at the start; 0: none
    /// @param quarantineCapBytes what one engine instance may leave in quarantine
    /// @param backing the memory behind it
    public record PoolConfig(
            Path directory,
            long sizeBytes,
            int granuleBytes,
            int prefaultThreads,
            long quarantineCapBytes,
            BackingTerms backing) {}

    /// A node's SSDs.
    ///
    /// @param directories one for each; none: it has no SSD
    /// @param sizeBytes room in each
    /// @param fileBytes of a log file
    /// @param queueBytes that may wait to be written to each
    /// @param copyPercent of a file that makes room, which is copied forward at most
    /// @param livePercent of the room that blocks take at most
    public record Ssd(
            List<Path> directories,
            long sizeBytes,
            SsdWriting write,
            long fileBytes,
            int readThreads,
            int writeThreads,
            long queueBytes,
            int copyPercent,
            int livePercent,
            Duration ioDeadline) {
        public Ssd {
            directories = List.copyOf(directories);
        }
    }

    /// How it reads peers' memory.
    ///
    /// @param ucx of the `ucx` fabric, where there is one
    public record Fabrics(FabricChoice choice, UcxSettings ucx) {}

    /// The time limits of promises, and the share of the pool that they may hold.
    public record Leases(Duration engine, Duration transfer, Duration inFlight, double share) {}

    /// The shares of the pool at which eviction starts and stops, and what chooses the victims.
    public record Eviction(double high, double low, EvictionKind policy) {}

    /// How blocks are read from SSD ahead of need.
    ///
    /// @param bufferBytes room for them; 0 for none
    /// @param workers reads at one time
    /// @param pullInterval the pause after the master did not answer
    public record Prefetch(long bufferBytes, int workers, Duration pullInterval) {}

    /// The limits of asking peers and the master.
    ///
    /// @param maxFetches fetches at one time
    /// @param maxFetchBytes bytes that they may ask for at one time
    public record Calls(
            int maxAttempts,
            int maxFetches,
            long maxFetchBytes,
            Duration peerConnect,
            Duration peerQuery,
            Duration master,
            Duration heartbeat) {}

    /// From the settings of a node or of a standalone process.
    public static NodeConfig of(EffectiveSettings settings) {
        return new NodeConfig(
                settings.value(SettingList.NODE_ID),
                settings.value(SettingList.MASTER_ADDRESS),
                HostConfig.of(settings),
                new Ports(
                        settings.value(SettingList.CONTROL_PORT),
                        settings.value(SettingList.DATA_PORT),
                        settings.value(SettingList.HTTP_PORT)),
                settings.value(SettingList.STATE_DIRECTORY),
                pool(settings),
                ssd(settings),
                new Fabrics(
                        settings.value(SettingList.FABRIC),
                        UcxSettings.of(
                                settings.value(SettingList.FABRIC_UCX_TLS),
                                settings.value(SettingList.FABRIC_UCX_DEVICES),
                                settings.value(SettingList.FABRIC_UCX_POLLING))),
                new Leases(
                        settings.value(SettingList.LEASE_ENGINE),
                        settings.value(SettingList.LEASE_TRANSFER),
                        settings.value(SettingList.LEASE_IN_FLIGHT),
                        settings.value(SettingList.LEASE_SHARE)),
                new Eviction(
                        settings.value(SettingList.EVICTION_HIGH),
                        settings.value(SettingList.EVICTION_LOW),
                        settings.value(SettingList.POOL_EVICTION)),
                prefetch(settings),
                new Calls(
                        settings.value(SettingList.FETCH_MAX_ATTEMPTS),
                        settings.value(SettingList.FETCH_MAX_CONCURRENT),
                        settings.value(SettingList.FETCH_MAX_BYTES_IN_FLIGHT),
                        settings.value(SettingList.PEER_CONNECT_TIMEOUT),
                        settings.value(SettingList.PEER_QUERY_TIMEOUT),
                        settings.value(SettingList.MASTER_CALL_TIMEOUT),
                        settings.value(SettingList.HEARTBEAT_INTERVAL)),
                RecorderConfig.of(settings),
                RespConfig.of(settings),
                settings.value(SettingList.SHUTDOWN_TIMEOUT));
    }

    private static PoolConfig pool(EffectiveSettings settings) {
        return new PoolConfig(
                settings.value(SettingList.POOL_DIRECTORY),
                settings.value(SettingList.POOL_SIZE),
                Math.toIntExact(settings.value(SettingList.POOL_GRANULE)),
                settings.value(SettingList.POOL_PREFAULT_THREADS),
                settings.value(SettingList.POOL_QUARANTINE_CAP),
                BackingTerms.of(
                        settings.value(SettingList.POOL_HUGE_PAGES),
                        settings.value(SettingList.POOL_MEMLOCK),
                        settings.value(SettingList.POOL_NUMA)));
    }

    private static Prefetch prefetch(EffectiveSettings settings) {
        return new Prefetch(
                settings.value(SettingList.PREFETCH_BUFFER_SEGMENT),
                settings.value(SettingList.PROMOTION_WORKERS),
                settings.value(SettingList.PROMOTION_PULL_INTERVAL));
    }

    private static Ssd ssd(EffectiveSettings settings) {
        return new Ssd(
                settings.value(SsdSettingList.DIRECTORIES),
                settings.value(SsdSettingList.SIZE),
                settings.value(SsdSettingList.WRITE),
                settings.value(SsdSettingList.FILE_SIZE),
                settings.value(SsdSettingList.READ_THREADS),
                settings.value(SsdSettingList.WRITE_THREADS),
                settings.value(SsdSettingList.WRITE_QUEUE),
                settings.value(SsdSettingList.COPY_PERCENT),
                settings.value(SsdSettingList.LIVE_PERCENT),
                settings.value(SsdSettingList.IO_DEADLINE));
    }

    /// The same node with another master.
    public NodeConfig withMaster(String address) {
        return new NodeConfig(
                nodeId,
                address,
                host,
                ports,
                stateDirectory,
                pool,
                ssd,
                fabric,
                leases,
                eviction,
                prefetch,
                calls,
                recorder,
                resp,
                shutdownTimeout);
    }
}
