package io.forebay.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.cli.doctor.Host.Advertised;
import io.forebay.cli.doctor.Host.Card;
import io.forebay.cli.doctor.Host.ClockLook;
import io.forebay.cli.doctor.Host.Disk;
import io.forebay.cli.doctor.Host.Engines;
import io.forebay.cli.doctor.Host.Kernel;
import io.forebay.cli.doctor.Host.PortLook;
import io.forebay.cli.doctor.Host.Seed;
import io.forebay.cli.doctor.Host.Taken;
import io.forebay.cli.doctor.Host.Volume;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ChecksTest {
    private final Hosts hosts = new Hosts();

    /// The one thing that is wrong, which says what it costs and what to do.
    private static Finding only(List<Finding> found, Verdict verdict, String name) {
        List<Finding> wrong =
                found.stream().filter(each -> each.verdict() != Verdict.OK).toList();
        assertEquals(List.of(name), wrong.stream().map(Finding::name).toList());
        assertEquals(verdict, wrong.getFirst().verdict());
        assertFalse(wrong.getFirst().costs().isEmpty(), wrong::toString);
        assertFalse(wrong.getFirst().remedy().isEmpty(), wrong::toString);
        return wrong.getFirst();
    }

    private static Kernel kernel(int java, long memlock, long descriptors, long group) {
        Kernel good = Hosts.KERNEL;
        return new Kernel(
                java,
                good.release(),
                memlock,
                false,
                descriptors,
                good.memoryBytes(),
                group,
                good.hugeTotal(),
                good.hugeFree(),
                good.hugeBytes(),
                good.shmemHuge(),
                1,
                good.rdma(),
                true,
                good.libucp(),
                good.cards(),
                "yes");
    }

    private static Kernel network(List<String> rdma, boolean canRdma, String libucp, long megabits) {
        Kernel good = Hosts.KERNEL;
        return new Kernel(
                25,
                good.release(),
                good.memlockBytes(),
                false,
                good.descriptors(),
                good.memoryBytes(),
                good.cgroupBytes(),
                good.hugeTotal(),
                good.hugeFree(),
                good.hugeBytes(),
                good.shmemHuge(),
                1,
                rdma,
                canRdma,
                libucp,
                List.of(new Card("eth0", megabits)),
                "yes");
    }

    private static Kernel pages(String release, long total, long free, String shmem) {
        Kernel good = Hosts.KERNEL;
        return new Kernel(
                25,
                release,
                good.memlockBytes(),
                false,
                good.descriptors(),
                good.memoryBytes(),
                good.cgroupBytes(),
                total,
                free,
                good.hugeBytes(),
                shmem,
                1,
                good.rdma(),
                true,
                good.libucp(),
                good.cards(),
                "yes");
    }

    @Test
    void aGoodHostHasNothingToSay() {
        assertTrue(
                hosts.check().stream().allMatch(each -> each.verdict() == Verdict.OK),
                () -> hosts.check().toString());
    }

    @Test
    void anOlderJdkFails() {
        hosts.kernel = kernel(17, Long.MAX_VALUE, 65_536, Long.MAX_VALUE);
        assertTrue(only(hosts.check(), Verdict.FAIL, "jdk").remedy().contains("FOREBAY_JAVA_HOME"));
    }

    @Test
    void tooLittleToLockIsAWarningUnlessLockingIsAskedFor() {
        hosts.kernel = kernel(25, 8 << 20, 65_536, Long.MAX_VALUE);
        Finding found = only(hosts.check(), Verdict.WARN, "memory lock");
        assertEquals("RLIMIT_MEMLOCK is 8.0 MiB, the pool 1.0 GiB", found.found());
        only(hosts.check(Hosts.wanted("auto", "on", "auto")), Verdict.FAIL, "memory lock");
    }

    @Test
    void limitsOfFilesAndMemoryAreTold() {
        hosts.kernel = kernel(25, Long.MAX_VALUE, 1_024, Long.MAX_VALUE);
        only(hosts.check(), Verdict.WARN, "open files");
        hosts.kernel = kernel(25, Long.MAX_VALUE, 65_536, Hosts.GIB / 2);
        only(hosts.check(), Verdict.FAIL, "memory limit");
        hosts.kernel = kernel(25, Long.MAX_VALUE, 65_536, Hosts.GIB + 1);
        only(hosts.check(), Verdict.WARN, "memory limit");
    }

    @Test
    void hugePagesThatAreMissingAreNamedWithWhatThatCosts() {
        hosts.pool = new Volume(Path.of("/dev/shm"), "", "tmpfs", 32 * Hosts.GIB, 32 * Hosts.GIB);
        hosts.kernel = pages("6.1.0", 0, 0, "never");
        Finding found = only(hosts.check(), Verdict.WARN, "huge pages");
        assertTrue(found.remedy().contains("vm.nr_hugepages=513"), found::remedy);
        hosts.kernel = pages("5.10.0-23-amd64", 0, 0, "never");
        assertTrue(only(hosts.check(), Verdict.WARN, "huge pages").found().contains("older than 6.1"));
        hosts.kernel = pages("6.1.0", 0, 0, "deny");
        assertTrue(only(hosts.check(), Verdict.WARN, "huge pages").found().contains("deny"));
        only(hosts.check(Hosts.wanted("hugetlb", "auto", "auto")), Verdict.FAIL, "huge pages");
        assertTrue(hosts.check(Hosts.wanted("off", "auto", "auto")).stream()
                .allMatch(each -> each.verdict() == Verdict.OK));
        hosts.pool = Hosts.POOL;
        hosts.kernel = pages("6.1.0", 1_024, 511, "never");
        only(hosts.check(), Verdict.FAIL, "huge pages");
    }

    @Test
    void aPoolThatDoesNotFitFailsUnlessTheNodeRunsAlready() {
        hosts.pool = new Volume(Path.of("/huge"), "", "hugetlbfs", Hosts.GIB / 2, Hosts.GIB);
        assertTrue(only(hosts.check(), Verdict.FAIL, "pool").remedy().contains("--shm-size"));
        hosts.port = new PortLook(Hosts.PORT, Taken.OURS, "process 7 (forebay node)", "");
        assertTrue(hosts.check().stream().allMatch(each -> each.verdict() == Verdict.OK));
        hosts.pool = new Volume(Path.of("/huge"), "access is denied", "tmpfs", Hosts.GIB, Hosts.GIB);
        assertTrue(
                hosts.check().stream().anyMatch(each -> each.name().equals("pool") && each.verdict() == Verdict.FAIL));
    }

    @Test
    void aTakenPortIsToldWithWhoHasIt() {
        hosts.port = new PortLook(Hosts.PORT, Taken.OTHER, "process 7 (redis-server)", "");
        Finding found = only(hosts.check(), Verdict.FAIL, "control.port");
        assertEquals("7400 is taken by process 7 (redis-server)", found.found());
        hosts.port = new PortLook(Hosts.PORT, Taken.REFUSED, "", "Permission denied");
        assertTrue(only(hosts.check(), Verdict.FAIL, "control.port").found().endsWith("Permission denied"));
    }

    @Test
    void rdmaThatIsMissingIsNamedWithTheRatesMeasured() {
        hosts.kernel = network(List.of(), false, "", 100_000);
        Finding found = only(hosts.check(), Verdict.WARN, "rdma");
        assertTrue(found.costs().contains("4.0 GB/s, a copy of memory 10.0 GB/s"), found::costs);
        hosts.kernel = network(List.of("mlx5_0"), false, "", 100_000);
        assertTrue(only(hosts.check(), Verdict.WARN, "rdma").remedy().contains("ib_uverbs"));
    }

    @Test
    void aFabricThatCannotBeOpenedIsToldByWhatWasAskedFor() {
        hosts.kernel = network(List.of("mlx5_0"), true, "", 100_000);
        only(hosts.check(), Verdict.WARN, "fabric");
        only(hosts.check(Hosts.wanted("auto", "auto", "ucx")), Verdict.FAIL, "fabric");
        assertTrue(hosts.check(Hosts.wanted("auto", "auto", "tcp")).stream()
                .allMatch(each -> each.verdict() == Verdict.OK));
    }

    @Test
    void aSlowCardIsAWarning() {
        hosts.kernel = network(List.of("mlx5_0"), true, "libucp", 1_000);
        assertTrue(only(hosts.check(), Verdict.WARN, "network").costs().contains("0.13 GB/s"));
    }

    @Test
    void disksThatAreFullSmallReadOnlyOrNotDirectAreTold() {
        Volume full = new Volume(Path.of("/ssd"), "No space left on device", "ext4", 1 << 20, Hosts.GIB);
        hosts.disk = new Disk(full, 0, true, 0, 0);
        assertTrue(only(hosts.check(), Verdict.FAIL, "ssd /ssd").found().startsWith("full: 1.0 MiB"));
        hosts.disk = new Disk(full, 20 * Hosts.GIB, true, 0, 0);
        assertTrue(only(hosts.check(), Verdict.FAIL, "ssd /ssd").found().startsWith("No space"));
        Volume small = new Volume(Path.of("/ssd"), "", "ext4", Hosts.GIB, Hosts.GIB);
        hosts.disk = new Disk(small, 0, true, 1e9, 1e9);
        assertTrue(only(hosts.check(), Verdict.WARN, "ssd /ssd").costs().contains("less than ssd.size"));
        hosts.disk = new Disk(Hosts.DISK.volume(), 0, false, 1e9, 1e9);
        assertTrue(only(hosts.check(), Verdict.WARN, "ssd /ssd").costs().contains("O_DIRECT"));
    }

    @Test
    void anAddressThatLeadsNowhereOrHomeIsTold() {
        hosts.advertised = new Advertised("b", List.of(), false, false);
        only(hosts.check(), Verdict.FAIL, "advertise.host");
        hosts.advertised = new Advertised("b", List.of("127.0.1.1"), true, false);
        only(hosts.check(), Verdict.WARN, "advertise.host");
        hosts.master = Optional.of(new Host.Reached("m:7300", "Connection refused"));
        hosts.advertised = new Advertised("b", List.of("127.0.0.1"), true, true);
        only(hosts.check(), Verdict.WARN, "master");
    }

    @Test
    void clocksMayDifferByWhatCannotBeSeen() {
        hosts.clocks = List.of(new ClockLook("node b", 2_400, 500));
        assertTrue(hosts.check().stream().allMatch(each -> each.verdict() == Verdict.OK));
        hosts.clocks = List.of(new ClockLook("node b", -60_000, 500));
        assertTrue(only(hosts.check(), Verdict.WARN, "clock").found().contains("node b is 60000 ms behind"));
    }

    @Test
    void enginesWithoutASeedOrWithTwoAreTold() {
        hosts.engines = new Engines(List.of(new Seed(7, "0"), new Seed(9, "")), 0);
        assertTrue(only(hosts.check(), Verdict.WARN, "hash seed").found().endsWith("process 9"));
        hosts.engines = new Engines(List.of(new Seed(7, "0"), new Seed(9, "1")), 0);
        assertTrue(only(hosts.check(), Verdict.WARN, "hash seed").found().endsWith("[0, 1]"));
        hosts.engines = new Engines(List.of(), 1);
        assertTrue(hosts.check().toString().contains("1 engines of other users were not looked at"));
    }

    @Test
    void theBreakEvenIsBytesAgainstOperations() {
        BreakEven even = new BreakEven(ModelShape.parse("llama-3-70b"), 400, 2);
        assertEquals(327_680, ModelShape.parse("Llama-3-70B").bytesPerToken(2));
        assertEquals(327_680 * 400e12 / (2 * 70.6e9), even.bytesASecond(), 1);
        List<Finding> found = Checks.of(hosts.host(), Hosts.wanted("auto", "auto", "auto"), Optional.of(even));
        assertTrue(found.stream().allMatch(each -> each.verdict() == Verdict.OK), found::toString);
        hosts.disk = new Disk(Hosts.DISK.volume(), 0, true, 1e8, 1e8);
        found = Checks.of(hosts.host(), Hosts.wanted("auto", "auto", "auto"), Optional.of(even));
        assertTrue(only(found, Verdict.WARN, "break-even").costs().startsWith("from SSD /ssd a hit takes longer"));
    }

    @Test
    void aModelIsKnownOrWrittenOut() {
        assertEquals(new ModelShape("80x8x128:70.6b", 80, 2 * 8 * 128, 70.6), ModelShape.parse("80x8x128:70.6b"));
        assertEquals(
                61 * 576 * 2, ModelShape.parse("deepseek-v3").bytesPerToken(2), "a latent vector stands for K and V");
        assertEquals(new ModelShape("61x576:37b", 61, 576, 37), ModelShape.parse("61x576:37b"));
        IllegalArgumentException unknown = assertThrows(IllegalArgumentException.class, () -> ModelShape.parse("gpt"));
        assertTrue(String.valueOf(unknown.getMessage()).contains("llama-3-8b"));
    }

    @Test
    void theGravestComesFirst() {
        hosts.kernel = kernel(17, Long.MAX_VALUE, 1_024, Long.MAX_VALUE);
        List<Verdict> verdicts = hosts.check().stream().map(Finding::verdict).toList();
        assertEquals(List.of(Verdict.FAIL, Verdict.WARN, Verdict.OK), verdicts.subList(0, 3));
    }
}
