package io.forebay.fabric;

import io.forebay.core.peer.FabricEndpoint;
import io.forebay.core.peer.RegionDescriptor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// A process of its own that reads one region over `ucx`, again and again with many reads in flight, until it is
/// killed or its standard input ends.
final class ReaderProcess implements AutoCloseable {
    private static final int IN_FLIGHT = 64;
    private static final int RANGE_BYTES = 1 << 20;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Process process;

    /// Returns once the process reads.
    ///
    /// @param endpoint whose only region is at least 1 MiB
    ReaderProcess(FabricEndpoint endpoint) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        RegionDescriptor region = endpoint.regions().getFirst();
        process = new ProcessBuilder(
                        java,
                        "-Xmx128m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ReaderProcess.class.getName(),
                        endpoint.address(),
                        Integer.toString(region.id()),
                        Long.toString(region.lengthBytes()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        if (!"reading".equals(output.readLine())) {
            process.destroyForcibly();
            throw new IOException("the reading process does not read");
        }
    }

    /// Kills it.
    @Override
    public void close() {
        process.destroyForcibly();
        ThreadedRig.awaitWithin(() -> !process.isAlive(), TimeUnit.SECONDS.toNanos(10), "the end of the process");
    }

    /// The process's main. Arguments: the endpoint's address, the region's id and length.
    public static void main(String[] args) throws IOException {
        RegionDescriptor region = new RegionDescriptor(Integer.parseInt(args[1]), Long.parseLong(args[2]), "");
        try (DataPort port = DataPort.open(PortSettings.of("127.0.0.1", "127.0.0.1", 0), 1);
                Fabric fabric = UcxFabric.open(UcxSettings.defaults(), port)) {
            FabricEndpoint endpoint = new FabricEndpoint(UcxFabric.NAME, args[0], List.of(region));
            FabricPeer peer = fabric.connect(endpoint, PATIENCE_NANOS);
            AtomicBoolean told = new AtomicBoolean();
            for (int i = 0; i < IN_FLIGHT; i++) {
                readOn(peer, region.id(), Arena.global().allocate(RANGE_BYTES), told);
            }
            while (System.in.read() >= 0) {
                // Until the parent ends.
            }
        }
    }

    private static void readOn(FabricPeer peer, int region, MemorySegment target, AtomicBoolean told) {
        peer.read(List.of(new ReadRange(region, 0, 1, target)), PATIENCE_NANOS, new ReadListener() {
            @Override
            public void finished(ReadResult result) {
                if (told.compareAndSet(false, true)) {
                    System.out.println(result instanceof ReadResult.Complete ? "reading" : result);
                }
            }

            @Override
            public void over() {
                readOn(peer, region, target, told);
            }
        });
    }
}
