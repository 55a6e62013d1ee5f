package io.forebay.house;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;

/// One place in a node fills extents and makes blocks of them, whatever the bytes come from; one frees them. A method
/// reference counts as a call.
final class BuilderRules {
    private static final String NODE = "io.forebay.node";
    private static final String POOL = "io.forebay.memory.Pool";
    private static final String EXTENT = "io.forebay.core.extent";

    private BuilderRules() {}

    /// Something that only these classes do.
    ///
    /// @param owner whose member it is
    /// @param member a method, or `<init>` for a constructor
    /// @param by simple names
    record Act(String owner, String member, Set<String> by) {}

    static final List<Act> ACTS = List.of(
            new Act(EXTENT + ".StoredBlock", "<init>", Set.of("StagedBlockBuilder")),
            new Act(EXTENT + ".Slot", "<init>", Set.of("StagedBlockBuilder")),
            // DiskWrites reads what is sealed: its segments are read-only.
            new Act(POOL, "slice", Set.of("StagedBlockBuilder", "DiskWrites")),
            new Act(POOL, "data", Set.of()),
            // ForeignRoom makes no blocks: who has its extents keeps values of its own there.
            new Act(NODE + ".RoomRequest", "<init>", Set.of("Staging", "ForeignRoom")),
            new Act(NODE + ".Room", "free", Set.of("StagedBlockBuilder", "StagedRoom", "ForeignRoom")),
            new Act(NODE + ".Room", "quarantine", Set.of("StagedBlockBuilder")),
            new Act(POOL, "allocate", Set.of("Room")),
            new Act(POOL, "free", Set.of("Room")),
            new Act(POOL, "quarantine", Set.of("Room")),
            new Act(POOL, "endQuarantine", Set.of("Room")));

    static List<ArchRule> all() {
        return ACTS.stream().map(BuilderRules::rule).toList();
    }

    static ArchRule rule(Act act) {
        return noClasses()
                .that()
                .resideInAPackage(NODE + "..")
                .and(describe("are not " + act.by(), type -> !act.by().contains(outermost(type))))
                .should()
                .accessTargetWhere(describe("is " + act.owner() + "." + act.member(), access -> isTo(act, access)))
                .because("every source of blocks goes through StagedBlockBuilder, by one table (StagedSource)");
    }

    private static String outermost(JavaClass type) {
        return type.getName().replaceFirst("\\$.*", "").replaceFirst(".*\\.", "");
    }

    private static boolean isTo(Act act, JavaAccess<?> access) {
        return access.getTargetOwner().getName().equals(act.owner())
                && access.getName().equals(act.member());
    }
}
