package io.forebay.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.cli.doctor.Host.Card;
import io.forebay.cli.doctor.Host.Disk;
import io.forebay.cli.doctor.Host.Kernel;
import io.forebay.cli.doctor.Host.PortLook;
import io.forebay.cli.doctor.Host.Seed;
import io.forebay.cli.doctor.Host.Taken;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ProbesTest {
    @TempDir
    Path folder = Path.of("");

    private void say(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void sayDevices() throws IOException {
        say("sys/devices/system/node/node0/cpulist", "0");
        say("sys/devices/system/node/node1/cpulist", "1");
        say("sys/class/infiniband/mlx5_0/x", "");
        say("dev/infiniband/uverbs0", "");
        say("usr/lib64/libucp.so.0", "");
        say("sys/class/net/eth0/device/x", "");
        say("sys/class/net/eth0/speed", "25000\n");
        say("sys/class/net/lo/speed", "1\n");
    }

    @Test
    void theKernelIsReadFromItsFiles() throws Exception {
        sayDevices();
        say("proc/sys/kernel/osrelease", "6.1.0-13-amd64\n");
        say(
                "proc/self/limits",
                "Max open files            1024        4096       files\nMax locked memory         unlimited"
                        + "   unlimited   bytes\n");
        say("proc/self/status", "CapEff:\t0000000000004000\n");
        say("proc/meminfo", "MemTotal:  1024 kB\nHugePages_Total:  8\nHugePages_Free:  3\nHugepagesize:  2048 kB\n");
        say("proc/self/cgroup", "0::/a/b\n");
        say("sys/fs/cgroup/a/b/memory.max", "max\n");
        say("sys/fs/cgroup/a/memory.max", "4096\n");
        say("sys/kernel/mm/transparent_hugepage/shmem_enabled", "always within_size advise never [deny] force\n");
        say("run/systemd/timesync/synchronized", "");
        Kernel kernel = new KernelProbe(folder).look();
        assertEquals(
                new Kernel(
                        25,
                        "6.1.0-13-amd64",
                        Long.MAX_VALUE,
                        true,
                        1_024,
                        1 << 20,
                        4_096,
                        8,
                        3,
                        2 << 20,
                        "deny",
                        2,
                        List.of("mlx5_0"),
                        true,
                        folder.resolve("usr/lib64/libucp.so.0").toString(),
                        List.of(new Card("eth0", 25_000)),
                        "yes"),
                kernel);
    }

    @Test
    void whatTheKernelDoesNotSayIsUnknown() {
        Kernel kernel = new KernelProbe(folder.resolve("nothing")).look();
        assertEquals(-1, kernel.memlockBytes());
        assertEquals(Long.MAX_VALUE, kernel.cgroupBytes());
        assertEquals(List.of(), kernel.cards());
    }

    @Test
    void aDiskIsMeasuredAndNothingStaysThere() throws Exception {
        Disk disk = DiskProbe.disk(folder.resolve("later/ssd"));
        assertEquals("", disk.volume().problem());
        assertTrue(disk.writeRate() > 0 && disk.readRate() > 0, disk::toString);
        assertFalse(Files.exists(folder.resolve("later")));
        assertEquals("", DiskProbe.volume(folder).problem());
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void aFullDiskIsSeenAsOne() throws Exception {
        run("mount", "-t", "tmpfs", "-o", "size=1m", "forebay-test", folder.toString());
        try {
            Files.write(folder.resolve("blob"), new byte[1 << 20]);
            Disk disk = DiskProbe.disk(folder);
            assertTrue(disk.volume().problem().contains("No space left"), disk::toString);
            assertEquals(0, disk.volume().freeBytes());
            assertEquals("tmpfs", disk.volume().type());
        } finally {
            run("umount", "--lazy", folder.toString());
        }
    }

    private static void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertEquals(0, process.waitFor(), "this test mounts a small tmpfs, which needs root");
    }

    @Test
    void aDirectoryBelowAFileIsNone() throws Exception {
        say("file", "");
        assertTrue(DiskProbe.volume(folder.resolve("file/ssd")).problem().endsWith("file is no directory"));
        assertTrue(DiskProbe.volume(Path.of("/proc/forebay")).problem().startsWith("nothing can be written"));
    }

    @Test
    void aPortIsFreeOrTakenByAProcessWithAName() throws Exception {
        Wanted.Port port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = new Wanted.Port("control.port", taken.getLocalPort());
            PortLook look = PortProbe.look("127.0.0.1", port);
            assertEquals(Taken.OTHER, look.taken(), look::toString);
            assertTrue(
                    look.holder()
                            .startsWith("process " + ProcessHandle.current().pid() + " ("),
                    look::toString);
        }
        assertEquals(Taken.FREE, PortProbe.look("127.0.0.1", port).taken());
        assertEquals(Taken.REFUSED, PortProbe.look("192.0.2.1", port).taken());
    }

    @Test
    void enginesAreKnownByTheirCommandAndOnlyTheSeedIsTaken() throws Exception {
        say("11/cmdline", "/usr/bin/python3\0-m\0vllm.entrypoints.openai.api_server\0");
        say("11/environ", "SECRET=1\0PYTHONHASHSEED=42\0");
        say("12/cmdline", "python\0/opt/venv/bin/vllm\0serve\0");
        say("12/environ", "HOME=/root\0");
        say("13/cmdline", "python\0other.py\0");
        say("14/cmdline", "python\0-m\0sglang.launch_server\0");
        List<Seed> seeds = EngineProbe.look(folder).seeds();
        assertEquals(2, seeds.size());
        assertTrue(seeds.containsAll(List.of(new Seed(11, "42"), new Seed(12, ""))), seeds::toString);
        assertEquals(1, EngineProbe.look(folder).hidden());
    }

    @Test
    void speedsAreMeasured() {
        assertTrue(SpeedProbe.measure().copy() > 0);
        assertTrue(SpeedProbe.measure().loopback() > 0);
    }
}
