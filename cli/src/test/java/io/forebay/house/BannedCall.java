package io.forebay.house;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Something that some sources may not say, and what they say instead.
///
/// @param spelling as the syntax tree prints it: `Thread.sleep`, `new Random`, `@Disabled`, `synchronized`
/// @param where the sources in which it is banned
record BannedCall(String spelling, Predicate<SourceFile> where, String instead) {
    private static final Predicate<SourceFile> TESTS = SourceFile::isTest;
    private static final Predicate<SourceFile> MAIN = TESTS.negate();
    private static final Predicate<SourceFile> CORE = MAIN.and(in("core"));
    private static final Predicate<SourceFile> SHOWS = in("cli").or(in("bench"));

    static final List<BannedCall> ALL = List.of(
            new BannedCall("Thread.sleep", TESTS, "await a condition with a deadline, or move a fake clock"),
            new BannedCall("@Disabled", TESTS, "delete the test or mend it; none is skipped"),
            new BannedCall("Assumptions.assumeTrue", TESTS, "name what is missing in .ci/debian-packages"),
            new BannedCall("System.out", MAIN.and(SHOWS.negate()), "log it, or return it to the command"),
            new BannedCall("System.err", MAIN.and(SHOWS.negate()), "log it, or return it to the command"),
            new BannedCall("System.exit", MAIN.and(SHOWS.negate()), "return or throw; only cli ends a process"),
            new BannedCall("sun.misc.Unsafe", MAIN.or(TESTS), "use MemorySegment and VarHandle"),
            new BannedCall("jdk.internal", MAIN.or(TESTS), "use what the JDK exports"),
            new BannedCall("new Random", CORE, "take what chance said as an argument"),
            new BannedCall("new SplittableRandom", CORE, "take what chance said as an argument"),
            new BannedCall("Math.random", CORE, "take what chance said as an argument"),
            new BannedCall("System.nanoTime", CORE, "take nowNanos as an argument"),
            new BannedCall("System.currentTimeMillis", CORE, "take nowNanos as an argument"),
            new BannedCall("synchronized", CORE, "one writer per state, stepped by a shell"),
            new BannedCall("new LinkedBlockingQueue()", MAIN, "give the queue a bound and say what happens at it"),
            new BannedCall("new LinkedBlockingDeque()", MAIN, "give the queue a bound and say what happens at it"),
            new BannedCall("Executors.newCachedThreadPool", MAIN, "give the pool a bound"));

    private static Predicate<SourceFile> in(String room) {
        return source -> source.room().equals(room);
    }

    static List<String> violations(SourceFile source) {
        List<BannedCall> here =
                ALL.stream().filter(ban -> ban.where.test(source)).toList();
        List<String> found = new ArrayList<>();
        new Scanner(source, here, found).scan(source.tree(), null);
        return found;
    }

    /// Compares each spelling with the expressions of one file.
    private static final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {
        private final SourceFile source;
        private final List<BannedCall> bans;
        private final List<String> found;

        Scanner(SourceFile source, List<BannedCall> bans, List<String> found) {
            this.source = source;
            this.bans = bans;
            this.found = found;
        }

        private void compare(String asWritten, Tree at) {
            String spelled = asWritten.replaceFirst("^java\\.lang\\.", "");
            for (BannedCall ban : bans) {
                if (spelled.equals(ban.spelling) || spelled.startsWith(ban.spelling + ".")) {
                    long line = source.lineOf(source.docs().getSourcePositions().getStartPosition(source.tree(), at));
                    found.add("%s:%d %s is banned here: %s".formatted(source.name(), line, ban.spelling, ban.instead));
                }
            }
        }

        @Override
        public @Nullable Void visitImport(ImportTree tree, @Nullable Void nothing) {
            compare(tree.getQualifiedIdentifier().toString(), tree);
            return null;
        }

        @Override
        public @Nullable Void visitMemberSelect(MemberSelectTree tree, @Nullable Void nothing) {
            if (tree.getExpression() instanceof IdentifierTree || tree.getExpression() instanceof MemberSelectTree) {
                compare(tree.toString(), tree);
                return null;
            }
            return super.visitMemberSelect(tree, null);
        }

        @Override
        public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void nothing) {
            String type =
                    tree.getIdentifier().toString().replaceAll("<.*>$", "").replaceFirst("^java(\\.\\w+)+\\.", "");
            compare("new " + type, tree);
            if (tree.getArguments().isEmpty()) {
                compare("new " + type + "()", tree);
            }
            return super.visitNewClass(tree, null);
        }

        @Override
        public @Nullable Void visitAnnotation(AnnotationTree tree, @Nullable Void nothing) {
            compare("@" + tree.getAnnotationType(), tree);
            return super.visitAnnotation(tree, null);
        }

        @Override
        public @Nullable Void visitSynchronized(SynchronizedTree tree, @Nullable Void nothing) {
            compare("synchronized", tree);
            return super.visitSynchronized(tree, null);
        }

        @Override
        public @Nullable Void visitModifiers(ModifiersTree tree, @Nullable Void nothing) {
            tree.getFlags().forEach(flag -> compare(flag.toString(), tree));
            return super.visitModifiers(tree, null);
        }
    }
}
