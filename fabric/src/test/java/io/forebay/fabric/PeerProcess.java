package io.forebay.fabric;

import io.forebay.core.peer.FabricEndpoint;
import io.forebay.core.peer.RegionDescriptor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A process of its own that serves one region over `tcp`, `map` and `ucx` on one data port, until it is killed or its
/// standard input ends.
final class PeerProcess implements AutoCloseable {
    static final int REGION = 3;
    static final int GRANULES = 16_384;
    static final long REGION_BYTES = (long) GRANULES * SharedFile.GRANULE_BYTES;

    private static final String KEY = "key ";

    private final Process process;
    private final FabricEndpoint tcp;
    private final FabricEndpoint map;
    private final FabricEndpoint ucx;

    /// @param file the region's file, to be created by the process
    PeerProcess(Path file) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("java.class.path");
        process = new ProcessBuilder(
                        java,
                        "-Xmx128m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath,
                        PeerProcess.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String address = Optional.ofNullable(output.readLine()).orElse("");
        String keyLine = Optional.ofNullable(output.readLine()).orElse("");
        if (address.isEmpty() || !keyLine.startsWith(KEY)) {
            process.destroyForcibly();
            throw new IOException("the peer process did not start");
        }
        tcp = new FabricEndpoint(TcpFabric.NAME, address, List.of(new RegionDescriptor(REGION, REGION_BYTES, "")));
        map = new FabricEndpoint(
                MapFabric.NAME, address, List.of(new RegionDescriptor(REGION, REGION_BYTES, file.toString())));
        String ucxKey = keyLine.substring(KEY.length());
        ucx = new FabricEndpoint(UcxFabric.NAME, address, List.of(new RegionDescriptor(REGION, REGION_BYTES, ucxKey)));
    }

    FabricEndpoint ucx() {
        return ucx;
    }

    FabricEndpoint tcp() {
        return tcp;
    }

    FabricEndpoint map() {
        return map;
    }

    /// Sends a signal by name.
    void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        if (!kill.waitFor(5, TimeUnit.SECONDS) || kill.exitValue() != 0) {
            throw new IOException("cannot send " + name);
        }
        if (name.equals("STOP")) {
            ThreadedRig.awaitWithin(() -> isStopped(process), TimeUnit.SECONDS.toNanos(10), "the process's stop");
        }
    }

    /// A signal that is sent has not arrived: only when no thread runs any more is the process stopped.
    private static boolean isStopped(Process process) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            for (Path thread : threads.toList()) {
                String stat = Files.readString(thread.resolve("stat"));
                if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false; // a thread has ended meanwhile: look again
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        ThreadedRig.awaitWithin(() -> !process.isAlive(), TimeUnit.SECONDS.toNanos(10), "the end of the process");
    }

    /// The process's main: prints its data port's address and the region's key for `ucx`.
    public static void main(String[] args) throws IOException {
        Arena arena = Arena.global();
        LocalRegion region = SharedFile.create(REGION, Path.of(args[0]), GRANULES, arena);
        for (long i = 0; i < REGION_BYTES; i++) {
            region.segment().set(ValueLayout.JAVA_BYTE, i, SharedFile.expected(i));
        }
        try (DataPort port = DataPort.open(PortSettings.of("127.0.0.1", "127.0.0.1", 0), args[0].hashCode());
                TcpFabric tcp = TcpFabric.open(TcpSettings.defaults(), port);
                MapFabric map = MapFabric.open(new MapSettings(1), port, new SharedFile());
                UcxFabric ucx = UcxFabric.open(UcxSettings.defaults(), port)) {
            tcp.register(region);
            map.register(region);
            ucx.register(region);
            System.out.println(port.address());
            System.out.println(KEY + ucx.endpoint().regions().getFirst().key());
            System.out.flush();
            while (System.in.read() >= 0) {
                // Until the parent ends.
            }
        }
    }
}
