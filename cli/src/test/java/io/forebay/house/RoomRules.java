package io.forebay.house;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Who may use whom (docs/architecture.md, the table of rooms), read from the class files.
final class RoomRules {
    /// What each room compiles against, besides itself and libraries.
    static final Map<String, Set<String>> ALLOWED = new TreeMap<>(Map.ofEntries(
            Map.entry("core", Set.of()),
            Map.entry("memory", Set.of("core")),
            Map.entry("fabric", Set.of("core")),
            Map.entry("node", Set.of("core", "memory", "fabric")),
            Map.entry("wire", Set.of("core")),
            Map.entry("gateway", Set.of("core", "memory", "node")),
            Map.entry("server", Set.of("core", "memory", "fabric", "node", "wire", "gateway")),
            Map.entry("client", Set.of("core", "wire", "memory")),
            Map.entry("sim", Set.of("core", "memory", "fabric", "node")),
            Map.entry(
                    "bench", Set.of("core", "memory", "fabric", "node", "wire", "gateway", "server", "client", "sim")),
            Map.entry("cli", Set.of("server", "client", "sim", "bench"))));

    private static final String[] PROTOCOL_LIBRARIES = {"com.google.protobuf..", "io.grpc..", "io.netty.."};
    private static final String[] FOREIGN_LIBRARIES = {"io.netty..", "org.zeromq..", "zmq..", "org.msgpack.."};

    private RoomRules() {}

    static List<ArchRule> all() {
        List<ArchRule> rules = new ArrayList<>();
        ALLOWED.forEach((room, allowed) -> rules.add(rooms(room, allowed)));
        rules.add(corePure());
        rules.add(coreLibraries());
        rules.add(protocolInWire());
        rules.add(foreignInGateway());
        rules.add(nativeInNatives());
        rules.add(configurationInServer());
        rules.add(noCycles("io.forebay"));
        return rules.stream().map(rule -> rule.allowEmptyShould(true)).toList();
    }

    static ArchRule rooms(String room, Set<String> allowed) {
        String[] others = ALLOWED.keySet().stream()
                .filter(other -> !other.equals(room) && !allowed.contains(other))
                .map(other -> "io.forebay." + other + "..")
                .toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage("io.forebay." + room + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .as(room + " compiles against " + (allowed.isEmpty() ? "no other room" : allowed))
                .because("docs/architecture.md says which room a line belongs in");
    }

    static ArchRule corePure() {
        DescribedPredicate<JavaClass> outside = resideInAnyPackage(
                        "java.io..",
                        "java.net..",
                        "java.lang.foreign..",
                        "java.util.concurrent..",
                        "java.util.random..")
                .or(resideInAPackage("java.nio..").and(not(resideInAPackage("java.nio.charset.."))))
                .or(oneOf(Thread.class, java.time.Clock.class, java.time.Instant.class, java.util.Random.class))
                .or(oneOf(java.util.SplittableRandom.class, java.security.SecureRandom.class, java.util.Timer.class));
        return noClasses()
                .that()
                .resideInAPackage("io.forebay.core..")
                .should()
                .dependOnClassesThat(outside.as("are io, net, foreign memory, threads, clocks or randomness"))
                .because("core decides, edges do: time, chance and bytes come in as arguments");
    }

    static ArchRule coreLibraries() {
        return noClasses()
                .that()
                .resideInAPackage("io.forebay.core..")
                .should()
                .dependOnClassesThat(not(resideInAnyPackage("java..", "org.jspecify..", "io.forebay.core.."))
                        .and(not(primitive())))
                .because("core needs nothing but java.base");
    }

    static ArchRule protocolInWire() {
        return noClasses()
                .that()
                .resideOutsideOfPackage("io.forebay.wire..")
                .and(not(resideInAPackage("io.forebay.gateway..")))
                .should()
                .dependOnClassesThat(resideInAnyPackage(PROTOCOL_LIBRARIES)
                        .or(resideInAnyPackage("io.forebay.wire.proto..", "io.forebay.proto..")))
                .because("protobuf, gRPC and Netty types stop at wire: use its channels, servers and core's records");
    }

    static ArchRule foreignInGateway() {
        return noClasses()
                .that()
                .resideOutsideOfPackages("io.forebay.wire..", "io.forebay.gateway..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(FOREIGN_LIBRARIES))
                .because("foreign protocols stop at gateway: it translates them, nobody else sees their types");
    }

    static ArchRule nativeInNatives() {
        DescribedPredicate<JavaClass> natives = DescribedPredicate.describe(
                "…Native classes of memory and fabric",
                type -> (type.getPackageName().startsWith("io.forebay.memory")
                                || type.getPackageName().startsWith("io.forebay.fabric"))
                        && type.getName().replaceFirst("\\$.*", "").endsWith("Native"));
        return noClasses()
                .that(not(natives))
                .should()
                .dependOnClassesThat(oneOf(java.lang.foreign.Linker.class, java.lang.foreign.SymbolLookup.class))
                .because("native calls live only in …Native classes of memory and fabric");
    }

    static ArchRule configurationInServer() {
        return noClasses()
                .that()
                .resideOutsideOfPackages("io.forebay.server..", "io.forebay.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.forebay.server.settings..", "org.snakeyaml..")
                .because("configuration stops at server: constructors take values");
    }

    /// @param root the packages below it must not use each other in a circle
    static ArchRule noCycles(String root) {
        return slices().matching(root + ".(**)").should().beFreeOfCycles();
    }

    private static DescribedPredicate<JavaClass> oneOf(Class<?>... types) {
        return DescribedPredicate.describe(
                "are one of " + List.of(types), type -> List.of(types).stream().anyMatch(type::isEquivalentTo));
    }

    private static DescribedPredicate<JavaClass> primitive() {
        return DescribedPredicate.describe(
                "are primitive", type -> type.getBaseComponentType().isPrimitive());
    }
}
