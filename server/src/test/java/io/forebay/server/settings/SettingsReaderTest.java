package io.forebay.server.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.eviction.EvictionKind;
import io.forebay.memory.backing.BackingTerms;
import io.forebay.memory.backing.HugePages;
import io.forebay.memory.backing.Memlock;
import io.forebay.memory.backing.NumaChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SettingsReaderTest {
    private static final Map<String, String> NONE = Map.of();

    @TempDir
    Path folder = Path.of("");

    private Path file = Path.of("");

    @BeforeEach
    void placeFile() {
        file = folder.resolve("forebay.yaml");
    }

    @Test
    void aLaterSourceWinsOverAnEarlierOne() throws Exception {
        Map<String, String> variable = Map.of("FOREBAY_POOL_SIZE", "3MiB");
        Map<String, String> flag = Map.of("pool.size", "4MiB");
        Map<String, String> embedded = Map.of("pool.size", "1MiB");
        write("pool:\n  size: 2MiB\n");

        assertPoolSize(4, new Source.Flag("--pool-size"), read(embedded, true, variable, flag));
        assertPoolSize(3, new Source.Variable("FOREBAY_POOL_SIZE"), read(embedded, true, variable, NONE));
        assertPoolSize(2, new Source.InFile(file.toString()), read(embedded, true, NONE, NONE));
        assertPoolSize(1, new Source.Embedded(), read(embedded, false, NONE, NONE));
        assertPoolSize(1024, new Source.Standard(), read(NONE, false, NONE, NONE));
    }

    private static void assertPoolSize(long mebibytes, Source source, EffectiveSettings settings) {
        assertEquals(mebibytes << 20, NodeConfig.of(settings).pool().sizeBytes());
        EffectiveSettings.Entry entry = settings.entries().get("pool.size");
        assertTrue(entry != null && entry.source().equals(source), () -> source + " expected, found " + entry);
    }

    @Test
    void theMemoryBehindThePoolIsTheBestThereIsUnlessSaidOtherwise() throws Exception {
        assertEquals(
                BackingTerms.of(HugePages.AUTO, Memlock.AUTO, new NumaChoice.Auto()),
                NodeConfig.of(read(NONE, false, NONE, NONE)).pool().backing());
        write("pool:\n  huge_pages: off\n  memlock: on\n  numa: 1, 0\n");
        assertEquals(
                BackingTerms.of(HugePages.OFF, Memlock.ON, new NumaChoice.Nodes(List.of(1, 0))),
                NodeConfig.of(read(NONE, true, NONE, NONE)).pool().backing());
        assertEquals(
                new NumaChoice.Off(),
                NodeConfig.of(read(NONE, false, NONE, Map.of("pool.numa", "off")))
                        .pool()
                        .backing()
                        .numa());
        for (String wrong : List.of("both", "1,1", "1,,2", "-1", "1024", "")) {
            assertThrows(BadConfiguration.class, () -> read(NONE, false, NONE, Map.of("pool.numa", wrong)), wrong);
        }
    }

    @Test
    void nestedAndDottedKeysAreTheSame() throws Exception {
        write("pool.size: 8MiB\npool.eviction: chi\nlease:\n  engine: 5m\neviction: {low: 0.5, high: 0.60}\n");
        NodeConfig config = NodeConfig.of(read(NONE, true, NONE, NONE));
        assertEquals(8 << 20, config.pool().sizeBytes());
        assertEquals(Duration.ofMinutes(5), config.leases().engine());
        assertEquals(new NodeConfig.Eviction(0.60, 0.5, EvictionKind.CHI), config.eviction());
    }

    @Test
    void everyProblemIsNamedAtOnce() throws Exception {
        write("pol.size: 1GiB\npool.granule: 64\ncontrol:\n  port: [1, 2]\n");
        List<String> problems = problems(
                true, Map.of("FOREBAY_FETCH_MAX_ATEMPTS", "4"), Map.of("eviction.high", "1.5", "no.such", "x"));
        assertEquals(6, problems.size(), problems::toString);
        assertContains(problems, "pol.size (did you mean pool.size?)");
        assertContains(problems, "pool.granule = '64' (file " + file + ") is not a size with its unit");
        assertContains(problems, "control.port must be a single value");
        assertContains(problems, "FOREBAY_FETCH_MAX_ATEMPTS: no setting is called so (did you mean");
        assertContains(problems, "eviction.high = '1.5' (flag --eviction-high) is out of range; give more than 0");
        assertContains(problems, "--no.such: there is no setting no.such");
    }

    @Test
    void settingsThatContradictEachOtherAreRefused() {
        List<String> problems = problems(false, NONE, Map.of("eviction.low", "0.95", "pool.granule", "96KiB"));
        assertEquals(2, problems.size(), problems::toString);
        assertContains(problems, "eviction.low = '0.95' (flag --eviction-low) must be below eviction.high");
        assertContains(problems, "pool.granule = '96KiB' (flag --pool-granule) must be a power of two");
        assertContains(
                problems(false, NONE, Map.of("pool.size", "64KiB", "pool.granule", "128KiB")),
                "must hold at least one pool.granule");
    }

    @Test
    void aMasterForgetsNodesNoEarlierThanItHidesThem() {
        BadConfiguration refused = assertThrows(
                BadConfiguration.class,
                () -> SettingsReader.read(
                        Role.MASTER, NONE, Optional.empty(), NONE, Map.of("master.node_expiry", "5s")));
        assertContains(refused.problems(), "must be at least master.node_stale");
    }

    @Test
    void aFileThatCannotBeReadIsNamed() throws Exception {
        assertContains(problems(true, NONE, NONE), "is not there");
        write("pool: {size: 1GiB\n");
        assertContains(problems(true, NONE, NONE), file.toString());
        write("- a\n- b\n");
        assertContains(problems(true, NONE, NONE), "must be a mapping");
        write("pool.size: 1GiB\npool:\n  size: 2GiB\n");
        assertContains(problems(true, NONE, NONE), "gives pool.size twice");
        write("pool.size: 1GiB\npool.size: 2GiB\n");
        assertContains(problems(true, NONE, NONE), "pool.size");
    }

    @Test
    void anEmptyFileSaysNothing() throws Exception {
        write("# nothing\n");
        assertPoolSize(1024, new Source.Standard(), read(NONE, true, NONE, NONE));
    }

    @Test
    void variablesThatOthersSetAreLeftAlone() throws Exception {
        Map<String, String> others = Map.of(
                "FOREBAY_JAVA_HOME",
                "/x",
                "FOREBAY_SERVICE_HOST",
                "10.0.0.1",
                "FOREBAY_MASTER_PORT_7300_TCP",
                "tcp://x",
                "FOREBAY_PORT",
                "tcp://x",
                "HOME",
                "/root");
        assertInstanceOf(EffectiveSettings.class, read(NONE, false, others, NONE));
    }

    @Test
    void oneFileServesAMasterAndANode() throws Exception {
        write("master.control.port: 1\ncontrol.port: 2\n");
        assertEquals(2, NodeConfig.of(read(NONE, true, NONE, NONE)).ports().control());
        EffectiveSettings master = SettingsReader.read(Role.MASTER, NONE, Optional.of(file), NONE, NONE);
        assertEquals(1, MasterConfig.of(master).controlPort());
        assertTrue(!master.entries().containsKey("control.port"));
    }

    @Test
    void aWildcardIsNeverAdvertised() throws Exception {
        assertEquals(
                "10.1.2.3",
                NodeConfig.of(read(NONE, false, NONE, Map.of("bind.host", "10.1.2.3")))
                        .host()
                        .advertise());
        HostConfig any = NodeConfig.of(read(NONE, false, NONE, Map.of("bind.host", "0.0.0.0")))
                .host();
        assertEquals(HostName.ofThisHost(), any.advertise());
    }

    private void write(String yaml) throws IOException {
        Files.writeString(file, yaml);
    }

    private EffectiveSettings read(
            Map<String, String> embedded, boolean withFile, Map<String, String> environment, Map<String, String> flags)
            throws BadConfiguration {
        return SettingsReader.read(
                Role.NODE, embedded, withFile ? Optional.of(file) : Optional.empty(), environment, flags);
    }

    private List<String> problems(boolean withFile, Map<String, String> environment, Map<String, String> flags) {
        return assertThrows(BadConfiguration.class, () -> read(NONE, withFile, environment, flags))
                .problems();
    }

    private static void assertContains(List<String> problems, String part) {
        assertTrue(
                problems.stream().anyMatch(problem -> problem.contains(part)), () -> part + " expected in " + problems);
    }
}
