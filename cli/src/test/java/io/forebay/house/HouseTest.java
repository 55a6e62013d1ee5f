package io.forebay.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The rules of the house, held against every room. That each rule can fail is shown by [HouseRulesTest].
final class HouseTest {
    private static final Repository REPOSITORY = Repository.here();
    private static List<SourceFile> sources = List.of();

    @BeforeAll
    static void readSources() throws IOException {
        sources = REPOSITORY.sources();
        assertFalse(sources.isEmpty(), "no sources below " + REPOSITORY.root());
    }

    @TestFactory
    Stream<DynamicTest> roomsUseOnlyWhatTheyMay() {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(location -> !location.contains("/broken/") && !location.contains("/house/"))
                .importPackages("io.forebay");
        return Stream.concat(RoomRules.all().stream(), BuilderRules.all().stream())
                .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(classes)));
    }

    @Test
    void noFileIsTwoClasses() {
        assertHolds(SizeRules::file);
    }

    @Test
    void noMethodIsTwoMethods() {
        assertHolds(SizeRules::methods);
    }

    @Test
    void noParameterListIsARecord() {
        assertHolds(SizeRules::parameters);
    }

    @Test
    void nobodyCallsWhatIsBanned() {
        assertHolds(BannedCall::violations);
    }

    @Test
    void namesSayWhatTypesAre() {
        assertHolds(NameRules::typeNames);
    }

    @Test
    void publicTypesSayWhatTheyAre() {
        assertHolds(NameRules::typeComments);
    }

    @Test
    void commentsFitTheLine() {
        assertHolds(NameRules::commentWidth);
    }

    @Test
    void promisesNameAnIssue() {
        assertHolds(NameRules::promises);
    }

    @Test
    void packagesAreNullMarked() {
        assertEquals("", String.join("\n", NameRules.unmarkedPackages(sources)));
    }

    @Test
    void documentsAreShortAndTheirLinksAlive() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path document : REPOSITORY.documents()) {
            String text = Files.readString(document);
            found.addAll(DocumentRules.length(document, text));
            found.addAll(DocumentRules.deadLinks(document, text));
        }
        assertEquals("", String.join("\n", found));
    }

    private static void assertHolds(SourceRule rule) {
        List<String> found = sources.stream()
                .flatMap(source -> rule.violations(source).stream())
                .toList();
        assertEquals("", String.join("\n", found));
    }
}
