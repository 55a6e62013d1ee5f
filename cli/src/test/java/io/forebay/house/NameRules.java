package io.forebay.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/// What types are called, that they say what they are, and what a comment may not promise.
final class NameRules {
    static final int MAX_COMMENT_COLUMNS = 120;

    private static final Pattern UNANSWERED = Pattern.compile(".*(Manager|Helper|Utils?|Impl|Common)");
    private static final Pattern PROMISE = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");
    private static final Pattern ISSUE = Pattern.compile("#\\d+");

    private NameRules() {}

    static List<String> typeNames(SourceFile source) {
        List<String> found = new ArrayList<>();
        new TreePathScanner<@Nullable Void, @Nullable Void>() {
            @Override
            public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
                if (UNANSWERED.matcher(type.getSimpleName()).matches()) {
                    found.add("%s: the name %s is a design question not yet answered: name what it is or decides"
                            .formatted(source.name(), type.getSimpleName()));
                }
                return super.visitClass(type, null);
            }
        }.scan(source.tree(), null);
        return found;
    }

    /// Public types of main sources carry a `///` comment, and no comment is of the older `/**` kind.
    static List<String> typeComments(SourceFile source) {
        List<String> found = new ArrayList<>();
        if (source.text().lines().anyMatch(line -> line.stripLeading().startsWith("/**"))) {
            found.add(source.name() + " has a /** comment: write Markdown after ///");
        }
        if (source.isTest()) {
            return found;
        }
        new TreePathScanner<@Nullable Void, @Nullable Void>() {
            @Override
            public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
                if (type.getModifiers().getFlags().contains(Modifier.PUBLIC)
                        && source.docs().getDocComment(getCurrentPath()) == null) {
                    found.add("%s: the public type %s has no /// comment that says what it is"
                            .formatted(source.name(), type.getSimpleName()));
                }
                return super.visitClass(type, null);
            }
        }.scan(source.tree(), null);
        return found;
    }

    /// Longer `///` lines are broken by the formatter into code.
    static List<String> commentWidth(SourceFile source) {
        List<String> lines = source.text().lines().toList();
        return IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).stripLeading().startsWith("///"))
                .filter(i -> lines.get(i).codePointCount(0, lines.get(i).length()) > MAX_COMMENT_COLUMNS)
                .mapToObj(i -> "%s:%d is a /// line of more than %d characters, which the formatter breaks into code"
                        .formatted(source.name(), i + 1, MAX_COMMENT_COLUMNS))
                .toList();
    }

    static List<String> promises(SourceFile source) {
        List<String> lines = source.text().lines().toList();
        return IntStream.range(0, lines.size())
                .filter(i -> PROMISE.matcher(lines.get(i)).find()
                        && !ISSUE.matcher(lines.get(i)).find())
                .mapToObj(i -> "%s:%d promises something without an issue number (#12)".formatted(source.name(), i + 1))
                .toList();
    }

    /// A package of main sources without a null-marked `package-info.java`, by its folder.
    static List<String> unmarkedPackages(List<SourceFile> sources) {
        List<String> marked = sources.stream()
                .filter(source -> source.name().endsWith("/package-info.java")
                        && source.text().contains("@NullMarked"))
                .map(NameRules::folder)
                .toList();
        return sources.stream()
                .filter(source -> !source.isTest())
                .map(NameRules::folder)
                .distinct()
                .filter(folder -> !marked.contains(folder))
                .map(folder -> folder + " has no @NullMarked package-info.java that says what the package is")
                .toList();
    }

    private static String folder(SourceFile source) {
        return source.name().substring(0, source.name().lastIndexOf('/'));
    }
}
