package io.forebay.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each rule about text is broken once, so that we know that it can fail, and kept once beside it.
final class HouseRulesTest {
    private static final String MAIN = "core/src/main/java/io/forebay/core/A.java";
    private static final String TEST = "core/src/test/java/io/forebay/core/ATest.java";

    @Test
    void aFileOfMoreThan400LinesIsFound() {
        assertEquals(
                1,
                SizeRules.file(SourceFile.of(MAIN, "class A {\n" + "\n".repeat(399) + "}"))
                        .size());
        assertEquals(
                0,
                SizeRules.file(SourceFile.of(MAIN, "class A {\n" + "\n".repeat(398) + "}"))
                        .size());
    }

    @Test
    void aMethodOfMoreThan40LinesIsFound() {
        String method = "class A { void m() {\n%s} }";
        assertEquals(1, found(SizeRules::methods, method.formatted("\n".repeat(39))));
        assertEquals(0, found(SizeRules::methods, method.formatted("\n".repeat(38))));
    }

    @Test
    void aSixthParameterIsFoundExceptInARecord() {
        String six = "(int a, int b, int c, int d, int e, int f) {}";
        assertEquals(1, found(SizeRules::parameters, "class A { void m" + six + "}"));
        assertEquals(1, found(SizeRules::parameters, "class A { A" + six + "}"));
        assertEquals(1, found(SizeRules::parameters, "record A(int x) { void m" + six + "}"));
        assertEquals(0, found(SizeRules::parameters, "record A" + six));
        assertEquals(0, found(SizeRules::parameters, "class A { void m(int a, int b, int c, int d, int e) {} }"));
    }

    @Test
    void bannedCallsAreFoundWhereTheyAreBanned() {
        String sleep = "class A { void m() throws Exception { Thread.sleep(1); java.lang.Thread.sleep(2); } }";
        assertEquals(2, BannedCall.violations(SourceFile.of(TEST, sleep)).size());
        assertEquals(0, found(BannedCall::violations, "class A { String s = \"Thread.sleep\"; } // Thread.sleep"));
        String print = "class A { void m() { System.out.println(); } }";
        assertEquals(1, found(BannedCall::violations, print));
        assertEquals(
                0,
                BannedCall.violations(SourceFile.of("cli/src/main/java/A.java", print))
                        .size());
        assertEquals(1, found(BannedCall::violations, "import sun.misc.Unsafe; class A {}"));
        assertEquals(1, found(BannedCall::violations, "class A { Object r = new java.util.Random(1); }"));
        assertEquals(1, found(BannedCall::violations, "class A { long t = System.nanoTime(); }"));
        assertEquals(1, found(BannedCall::violations, "class A { synchronized void m() {} }"));
        assertEquals(1, found(BannedCall::violations, "class A { void m() { synchronized (this) {} } }"));
        assertEquals(1, found(BannedCall::violations, "class A { Object q = new LinkedBlockingQueue<A>(); }"));
        assertEquals(0, found(BannedCall::violations, "class A { Object q = new LinkedBlockingQueue<A>(9); }"));
        assertEquals(
                1,
                BannedCall.violations(SourceFile.of(TEST, "@Disabled class A {}"))
                        .size());
    }

    @Test
    void aBannedCallIsReportedWithItsReplacement() {
        String message = BannedCall.violations(
                        SourceFile.of(TEST, "class A {\n void m() throws Exception { Thread.sleep(1); } }"))
                .getFirst();
        assertEquals(
                TEST + ":2 Thread.sleep is banned here: await a condition with a deadline, or move a fake clock",
                message);
    }

    @Test
    void unansweredNamesAreFound() {
        for (String name : List.of("PoolManager", "Helper", "BlockUtils", "NodeImpl", "Common")) {
            assertEquals(1, found(NameRules::typeNames, "class A { record " + name + "() {} }"), name);
        }
        assertEquals(0, found(NameRules::typeNames, "class Implement {}"));
    }

    @Test
    void aPublicTypeWithoutACommentIsFound() {
        assertEquals(1, found(NameRules::typeComments, "public class A {}"));
        assertEquals(0, found(NameRules::typeComments, "/// A thing.\npublic class A {}"));
        assertEquals(0, found(NameRules::typeComments, "class A {}"));
        assertEquals(1, found(NameRules::typeComments, "/** A thing. */\npublic class A {}"));
    }

    @Test
    void aCommentThatTheFormatterWouldBreakIsFound() {
        String line = "    /// %s\n    class A {}";
        assertEquals(1, found(NameRules::commentWidth, line.formatted("x".repeat(113))));
        assertEquals(0, found(NameRules::commentWidth, line.formatted("x".repeat(112))));
    }

    @Test
    void aPromiseWithoutAnIssueIsFound() {
        assertEquals(1, found(NameRules::promises, "class A {} // TO" + "DO later"));
        assertEquals(0, found(NameRules::promises, "class A {} // TO" + "DO(#7) later"));
    }

    @Test
    void aPackageThatIsNotNullMarkedIsFound() {
        SourceFile source = SourceFile.of(MAIN, "class A {}");
        SourceFile info =
                SourceFile.of(MAIN.replace("A.java", "package-info.java"), "@NullMarked package io.forebay.core;");
        assertEquals(1, NameRules.unmarkedPackages(List.of(source)).size());
        assertEquals(0, NameRules.unmarkedPackages(List.of(source, info)).size());
    }

    @Test
    void deadLinksAndDeadHeadingsAreFound(@TempDir Path folder) throws IOException {
        Path document = Files.writeString(folder.resolve("a.md"), "# A heading, here\n");
        assertEquals(
                0,
                DocumentRules.deadLinks(document, "[a](a.md) [b](a.md#a-heading-here) [c](https://x.y/z)")
                        .size());
        assertEquals(1, DocumentRules.deadLinks(document, "[a](b.md)").size());
        assertEquals(1, DocumentRules.deadLinks(document, "[a](a.md#another)").size());
        Files.writeString(folder.resolve("A.java"), "class A { void run() {} }");
        assertEquals(
                0,
                DocumentRules.deadLinks(document, "[A.run](A.java) [A](A.java)").size());
        assertEquals(1, DocumentRules.deadLinks(document, "[A.walk](A.java)").size());
    }

    @Test
    void longDocumentsAreFound() {
        assertEquals(
                1, DocumentRules.length(Path.of("README.md"), "\n".repeat(121)).size());
        assertEquals(
                0, DocumentRules.length(Path.of("README.md"), "\n".repeat(120)).size());
        assertEquals(
                1,
                DocumentRules.length(Path.of("docs/decisions/0001-a.md"), "\n".repeat(61))
                        .size());
        assertTrue(DocumentRules.length(Path.of("docs/vocabulary.md"), "\n".repeat(500))
                .isEmpty());
    }

    private static int found(SourceRule rule, String text) {
        return rule.violations(SourceFile.of(MAIN, text)).size();
    }
}
