package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The page of a real cluster in a real browser: `src/test/page/checks.mjs` looks at it and says a line for each check,
/// each of which is a test here.
@Timeout(300)
final class PageTest {
    private static final String VICTIM = "node-3";
    private static final List<String> NAMES = List.of("node-1", "node-2", VICTIM);
    /// Fewer mean that the script has lost some.
    private static final int LEAST_CHECKS = 16;

    @TempDir
    Path folder = Path.of("");

    private NodeProcesses nodes;

    @BeforeEach
    void start() throws Exception {
        nodes = new NodeProcesses(folder, "--master-node-stale", "1s", "--master-node-expiry", "3s");
        for (String name : NAMES) {
            nodes.startNode(name, 100);
        }
        Prompts prompts = new Prompts(nodes);
        prompts.save("node-1", "shared", 0, 12);
        prompts.save(VICTIM, "other", 0, 6);
        prompts.query("node-2", "shared", 14);
        prompts.query("node-1", "other", 6);
        prompts.query("node-1", "shared", 12);
    }

    @AfterEach
    void stop() {
        nodes.close();
    }

    @TestFactory
    List<DynamicTest> thePageInABrowser() throws Exception {
        Path script = installed();
        Path said = folder.resolve("said");
        Process browser = new ProcessBuilder(
                        "node",
                        script.toString(),
                        "chromium",
                        nodes.masterHttp(),
                        nodes.member("node-1").http(),
                        VICTIM,
                        "ask-0")
                .redirectError(said.toFile())
                .start();
        try {
            return checks(browser, said);
        } finally {
            browser.descendants().forEach(ProcessHandle::destroyForcibly);
            browser.destroyForcibly();
        }
    }

    private List<DynamicTest> checks(Process browser, Path said) throws Exception {
        List<DynamicTest> checks = new ArrayList<>();
        boolean done = false;
        BufferedReader out = browser.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            JsonNode told = JsonMapper.shared().readTree(line);
            if (told.has("kill")) {
                nodes.kill(told.path("kill").asString(""));
            } else if (told.has("check")) {
                String detail = told.path("detail").asString("");
                boolean ok = told.path("ok").asBoolean(false);
                checks.add(dynamicTest(told.path("check").asString(""), () -> assertTrue(ok, detail)));
            }
            done |= told.has("done");
        }
        boolean ended = browser.waitFor(20, TimeUnit.SECONDS) && browser.exitValue() == 0;
        boolean whole = done && ended && checks.size() >= LEAST_CHECKS;
        String words = Files.readString(said);
        int count = checks.size();
        checks.add(dynamicTest("the browser came to the end", () -> assertTrue(whole, count + " checks; " + words)));
        return checks;
    }

    /// Has npm fetch what the script needs, as the lock file beside it says, unless it is there.
    private static Path installed() throws IOException, InterruptedException {
        String root = System.getProperty("forebay.root", "..");
        Path source = Path.of(root, "cli", "src", "test", "page");
        Path place = Files.createDirectories(Path.of(root, "cli", "target", "page-test"));
        Path installedLock = place.resolve("node_modules").resolve("installed-lock.json");
        Path lock = source.resolve("package-lock.json");
        for (String name : List.of("package.json", "package-lock.json", ".npmrc", "checks.mjs")) {
            Files.copy(source.resolve(name), place.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
        if (!Files.exists(installedLock) || Files.mismatch(installedLock, lock) >= 0) {
            Path log = place.resolve("npm.log");
            Process npm = new ProcessBuilder("npm", "ci")
                    .directory(place.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            boolean done = npm.waitFor(90, TimeUnit.SECONDS);
            npm.destroyForcibly();
            assertTrue(
                    done && npm.exitValue() == 0,
                    () -> "npm cannot install playwright-core, which the tests of the page need; its log is " + log);
            Files.copy(lock, installedLock, StandardCopyOption.REPLACE_EXISTING);
        }
        return place.resolve("checks.mjs");
    }
}
