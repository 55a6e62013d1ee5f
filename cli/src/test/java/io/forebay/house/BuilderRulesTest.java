package io.forebay.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.forebay.house.BuilderRules.Act;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Each rule about the one builder fails on [io.forebay.node.broken], and sees the places that may in the real node.
final class BuilderRulesTest {
    private static final JavaClasses BROKEN = new ClassFileImporter().importPackages("io.forebay.node.broken");
    private static final JavaClasses NODE = new ClassFileImporter()
            .withImportOption(location -> !location.contains("test-classes") && !location.contains("/broken/"))
            .importPackages("io.forebay.node");

    private static String violations(Act act, JavaClasses classes) {
        return BuilderRules.rule(act).evaluate(classes).getFailureReport().toString();
    }

    @Test
    void whoBuildsFillsTakesOrFreesElsewhereIsFound() {
        Set<String> found = new TreeSet<>();
        for (Act act : BuilderRules.ACTS) {
            String report = violations(act, BROKEN);
            Stream.of("Building", "Sealing", "Writing", "Referring", "Reaching", "Taking", "Giving")
                    .filter(name -> report.contains("Filling$" + name))
                    .forEach(found::add);
        }
        assertEquals(Set.of("Building", "Sealing", "Writing", "Referring", "Reaching", "Taking", "Giving"), found);
    }

    @TestFactory
    Stream<DynamicTest> whoeverMayIsSeenOnceHeMayNot() {
        List<Act> done =
                BuilderRules.ACTS.stream().filter(act -> !act.by().isEmpty()).toList();
        return done.stream()
                .map(act -> DynamicTest.dynamicTest(act.owner() + "." + act.member(), () -> {
                    String report = violations(new Act(act.owner(), act.member(), Set.of()), NODE);
                    assertEquals(
                            act.by(),
                            act.by().stream()
                                    .filter(name -> report.contains("io.forebay.node." + name + "."))
                                    .collect(Collectors.toSet()));
                    assertFalse(BuilderRules.rule(act).evaluate(NODE).hasViolation());
                }));
    }

    @Test
    void theNodeIsLookedAt() {
        assertTrue(NODE.contain("io.forebay.node.StagedBlockBuilder"));
    }
}
