package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.CloseSession;
import io.forebay.core.catalogue.Heartbeat;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.catalogue.OpenSession;
import io.forebay.core.catalogue.SessionReply;
import io.forebay.core.prefetch.Readings;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import io.forebay.server.master.MasterServer;
import io.forebay.server.settings.MasterConfig;
import io.forebay.server.settings.Role;
import io.forebay.server.settings.SettingsReader;
import io.forebay.wire.ChannelSettings;
import io.forebay.wire.MasterChannel;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `forebay lookup`, `forebay prefetch` and `forebay events` against a master on real ports, which a node has
/// told of two blocks: one in memory, one on SSD.
@Timeout(60)
final class RouterCommandsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final NodeId NODE = new NodeId("owner");
    private static final Namespace NAMESPACE = new Namespace("m", "", "f00d");
    private static final String IN_MEMORY = "0a01";
    private static final String ON_SSD = "0a02";
    private static final String NOWHERE = "0a03";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final HttpClient http = HttpClient.newHttpClient();
    private MasterServer master;
    private MasterChannel node;
    private SessionId session = new SessionId(0);

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void start() throws Exception {
        var settings = SettingsReader.read(
                Role.MASTER,
                Map.of(),
                Optional.empty(),
                Map.of(),
                Map.of("master.control.port", "0", "master.http.port", "0", "master.warming_min", "0ms"));
        master = MasterServer.start(MasterConfig.of(settings));
        node = MasterChannel.connect(control(), ChannelSettings.defaults());
        session = ((SessionReply.Opened) this.<SessionReply>ok(
                        then -> node.openSession(new OpenSession(NODE, 1, "here:1", "", true), 5 * SECOND, then)))
                .session();
        this.<LedgerReply>ok(then -> node.ledger(batch(Tier.MEMORY, IN_MEMORY), 5 * SECOND, then));
        this.<LedgerReply>ok(then -> node.ledger(batch(Tier.LOCAL_DISK, ON_SSD), 5 * SECOND, then));
    }

    @AfterEach
    void stop() {
        http.close();
        node.close();
        master.close();
    }

    private <T> T ok(Consumer<Consumer<Answer<T>>> call) throws Exception {
        CompletableFuture<Answer<T>> answer = new CompletableFuture<>();
        call.accept(answer::complete);
        return ((Answer.Ok<T>) answer.get(10, TimeUnit.SECONDS)).value();
    }

    private LedgerBatch batch(Tier tier, String hash) {
        BlockKey key = new BlockKey(NAMESPACE, BlockHash.of(HexFormat.of().parseHex(hash)));
        return new LedgerBatch(NODE, session, tier, 1, 0, true, List.of(), List.of(), List.of(key), List.of());
    }

    /// A master that has triggers switched on hears with a heartbeat how full the node is.
    private void beat() throws Exception {
        Readings readings = new Readings(0, 1 << 20, 0, 1 << 20, true, Map.of(NAMESPACE, 4_096L));
        this.<AliveReply>ok(then -> node.heartbeat(new Heartbeat(NODE, session, readings), 5 * SECOND, then));
    }

    private String control() {
        return master.endpoints().getFirst().control();
    }

    private int run(String command, String... more) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine forebay = Main.commandLine();
        forebay.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return forebay.execute(Stream.concat(Stream.of(command, "--master", control()), Stream.of(more))
                .toArray(String[]::new));
    }

    private List<String> told(String command, String... more) {
        assertEquals(ExitCode.DONE, run(command, more), err::toString);
        return out.toString().lines().toList();
    }

    private void assertRefused(int code, String problem, String command, String... more) {
        assertEquals(code, run(command, more), err::toString);
        assertEquals("", out.toString());
        assertTrue(err.toString().contains(problem), err::toString);
    }

    private String admin(String method, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://" + master.endpoints().getFirst().http() + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .timeout(Duration.ofSeconds(10))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    private String metrics() throws Exception {
        return admin("GET", "/metrics");
    }

    @Test
    void aLookupTellsWhereEveryBlockIsInTheOrderAsked() throws Exception {
        Path file = Files.writeString(folder.resolve("hashes"), NOWHERE + "\n\n " + IN_MEMORY + "\n");
        assertEquals(
                List.of("0a02  ssd of owner", "0a03  nowhere", "0a01  memory of owner"),
                told("lookup", "--model", "m", "--from", file.toString(), ON_SSD));
        told("lookup", "--json", "--model", "m", "--fingerprint", "f00d", IN_MEMORY);
        JsonNode tree = JsonMapper.shared().readTree(out.toString());
        assertFalse(tree.path("warming").asBoolean(true));
        JsonNode replica = tree.path("blocks").path(0).path("replicas").path(0);
        assertEquals("{\"node\":\"owner\",\"tier\":\"memory\",\"lease_millis\":0}", replica.toString());
    }

    @Test
    void aTriggerIsDisabledByDefaultAndChangesNothing() throws Exception {
        assertEquals("{\"on\":false}", admin("GET", "/prefetch"));
        assertRefused(
                ExitCode.FAILED, "triggers are switched off", "prefetch", "--model", "m", IN_MEMORY, ON_SSD, NOWHERE);
        assertEquals(
                List.of("0a01  memory of owner", "0a02  ssd of owner"),
                told("lookup", "--model", "m", IN_MEMORY, ON_SSD));
        assertEquals(ExitCode.FAILED, run("prefetch", "--lookup", "--model", "m", ON_SSD));
        assertEquals("0a02  ssd of owner\n", out.toString());
        assertTrue(err.toString().contains("triggers are switched off"), err::toString);
        String metrics = metrics();
        assertTrue(metrics.contains("forebay_promotion_admitted_total{source=\"prefetch\"} 0.0"), metrics);
        assertTrue(metrics.contains("forebay_promotion_candidates 0.0"), metrics);
        assertTrue(metrics.contains("forebay_catalogue_router_leases 0.0"), metrics);
    }

    @Test
    void onceSwitchedOnATriggerIsDecidedForEachBlockAndCanBeTakenBack() throws Exception {
        assertEquals("{\"on\":true}", admin("POST", "/prefetch?on=true"));
        beat();
        assertEquals(
                List.of("0a01  in_memory at owner, leased", "0a02  queued at owner", "0a03  not_found"),
                told("prefetch", "--model", "m", "--request-id", "r", "--need-in", "30s", IN_MEMORY, ON_SSD, NOWHERE));
        List<String> found = told("lookup", "--model", "m", IN_MEMORY, ON_SSD);
        assertTrue(found.getFirst().contains("(leased for "), found::toString);
        assertEquals("0a02  ssd of owner, 4096 bytes, on its way to memory", found.getLast());
        assertEquals(
                List.of("1 blocks are not brought to memory any more, 0 still are"),
                told("prefetch", "--cancel", "--request-id", "r"));
        assertEquals(
                "0a02  ssd of owner, 4096 bytes; queued at owner",
                told("prefetch", "--lookup", "--model", "m", ON_SSD).getFirst());
        assertEquals("{\"on\":false}", admin("POST", "/prefetch?on=false"));
        assertRefused(ExitCode.FAILED, "triggers are switched off", "prefetch", "--model", "m", ON_SSD);
    }

    @Test
    void eventsTellWhatStandsAndWhatHappensToIt() throws Exception {
        assertEquals(
                Set.of("stands    0a01  memory of owner, m", "stands    0a02  ssd of owner, m"),
                Set.copyOf(told("events", "--snapshot", "--count", "0").stream()
                        .filter(line -> !line.startsWith("--"))
                        .toList()));
        told("events", "--snapshot", "--count", "0", "--json", "--model", "other");
        List<JsonNode> lines =
                out.toString().lines().map(JsonMapper.shared()::readTree).toList();
        assertEquals(
                List.of("started", "complete"),
                lines.stream().map(line -> line.path("type").asString()).toList());
        assertTrue(lines.getFirst().path("snapshot").asBoolean(false));
    }

    @Test
    void eventsEndBehindSoManyOrAfterSoLong() throws Exception {
        assertEquals(1, told("events", "--for", "10ms").size());
        NodeProcesses.await("the end of the first", () -> metrics().contains("forebay_event_subscribers 0.0"));
        Thread changes = Thread.ofVirtual().start(this::closeSessionOnceWatched);
        List<String> lines = told("events", "--count", "1", "--for", "20s");
        changes.join();
        assertEquals(2, lines.size(), lines::toString);
        assertTrue(lines.getLast().endsWith("removed  all of owner (owner closed)"), lines::toString);
    }

    private void closeSessionOnceWatched() {
        try {
            NodeProcesses.await("somebody who watches", () -> metrics().contains("forebay_event_subscribers 1.0"));
            this.<AliveReply>ok(then -> node.closeSession(new CloseSession(NODE, session), 5 * SECOND, then));
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    void whatMakesNoSenseIsRefusedAndSaysWhy() {
        assertRefused(ExitCode.USAGE, "give at least one HASH", "lookup", "--model", "m");
        assertRefused(ExitCode.USAGE, "give --model NAME", "lookup", IN_MEMORY);
        assertRefused(ExitCode.USAGE, "'xyz' is not 1 to 64 bytes in hexadecimal", "lookup", "--model", "m", "xyz");
        assertRefused(ExitCode.USAGE, "no block of model 'n' and tenant '' is known", "lookup", "--model", "n", ON_SSD);
        assertRefused(ExitCode.USAGE, "there is no such file", "lookup", "--model", "m", "--from", folder + "/none");
        assertRefused(ExitCode.USAGE, "--need-in = '2'", "prefetch", "--model", "m", "--need-in", "2", ON_SSD);
        assertRefused(
                ExitCode.USAGE, "must be from 0 to 10 min", "prefetch", "--model", "m", "--need-in", "1h", ON_SSD);
        assertRefused(ExitCode.USAGE, "--cancel takes --request-id", "prefetch", "--cancel", ON_SSD);
        assertRefused(ExitCode.USAGE, "--for = '2'", "events", "--for", "2");
        assertRefused(ExitCode.USAGE, "must not be negative", "events", "--count", "-1");
        assertRefused(ExitCode.USAGE, "nonsense", "lookup", "--master", "nonsense", "--model", "m", ON_SSD);
    }

    @Test
    void nobodyWhoAnswersIsAFailureAndTheNextMasterIsAsked() {
        String gone = control();
        assertEquals(List.of("0a02  ssd of owner"), told("lookup", "--master", "127.0.0.1:1", "--model", "m", ON_SSD));
        master.close();
        assertRefused(ExitCode.FAILED, "no master has answered", "lookup", "--timeout", "1", "--model", "m", ON_SSD);
        assertTrue(err.toString().contains(gone), err::toString);
        assertRefused(ExitCode.FAILED, "no master has answered", "events", "--timeout", "1");
    }

    @Test
    void helpHasAnExample() {
        assertTrue(told("lookup", "--help").toString().contains("forebay lookup --model llama-3-8b"));
        assertTrue(told("events", "--help").toString().contains("forebay events --json --snapshot --count 0"));
        assertTrue(told("prefetch", "--help").toString().contains("forebay prefetch --cancel --request-id r1"));
    }
}
