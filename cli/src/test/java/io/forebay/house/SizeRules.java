package io.forebay.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How large a file, a method and a parameter list may become before they are two.
final class SizeRules {
    static final int MAX_FILE_LINES = 400;
    static final int MAX_METHOD_LINES = 40;
    static final int MAX_PARAMETERS = 5;

    private SizeRules() {}

    static List<String> file(SourceFile source) {
        long lines = source.text().lines().count();
        return lines <= MAX_FILE_LINES
                ? List.of()
                : List.of("%s has %d lines; the limit is %d: it is two classes"
                        .formatted(source.name(), lines, MAX_FILE_LINES));
    }

    /// Lengths run from the line of the opening brace to that of the closing one.
    static List<String> methods(SourceFile source) {
        List<String> found = new ArrayList<>();
        SourcePositions positions = source.docs().getSourcePositions();
        eachMethod(source, (method, _) -> {
            if (method.getBody() == null) {
                return;
            }
            long first = source.lineOf(positions.getStartPosition(source.tree(), method.getBody()));
            long last = source.lineOf(positions.getEndPosition(source.tree(), method.getBody()));
            if (last - first + 1 > MAX_METHOD_LINES) {
                found.add("%s:%d %s has %d lines; the limit is %d"
                        .formatted(source.name(), first, method.getName(), last - first + 1, MAX_METHOD_LINES));
            }
        });
        return found;
    }

    /// Constructors of records are left out: their parameters are their fields.
    static List<String> parameters(SourceFile source) {
        List<String> found = new ArrayList<>();
        SourcePositions positions = source.docs().getSourcePositions();
        eachMethod(source, (method, owner) -> {
            boolean isRecordConstructor = owner.getKind() == Tree.Kind.RECORD && method.getReturnType() == null;
            if (!isRecordConstructor && method.getParameters().size() > MAX_PARAMETERS) {
                found.add("%s:%d %s has %d parameters; the limit is %d: make them a record"
                        .formatted(
                                source.name(),
                                source.lineOf(positions.getStartPosition(source.tree(), method)),
                                method.getName(),
                                method.getParameters().size(),
                                MAX_PARAMETERS));
            }
        });
        return found;
    }

    private static void eachMethod(SourceFile source, MethodVisitor visitor) {
        new TreePathScanner<@Nullable Void, @Nullable Void>() {
            @Override
            public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
                if (getCurrentPath().getParentPath().getLeaf() instanceof ClassTree owner) {
                    visitor.visit(method, owner);
                }
                return super.visitMethod(method, null);
            }
        }.scan(source.tree(), null);
    }

    private interface MethodVisitor {
        void visit(MethodTree method, ClassTree owner);
    }
}
