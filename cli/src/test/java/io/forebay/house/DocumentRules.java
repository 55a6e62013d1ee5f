package io.forebay.house;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How long a document may be, and that what it points at is there.
final class DocumentRules {
    static final int MAX_README_LINES = 120;
    static final int MAX_DECISION_LINES = 60;

    private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)]\\(([^)\\s]+)\\)");
    private static final Pattern METHOD = Pattern.compile("`?[A-Z]\\w*\\.(\\w+)`?");
    private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");

    private DocumentRules() {}

    /// Relative links whose file is not there, or whose `#heading` is not in the Markdown file they name, or whose
    /// label
    /// `Type.method` names a method that the linked source doesn't have.
    static List<String> deadLinks(Path document, String text) throws java.io.IOException {
        List<String> found = new ArrayList<>();
        Matcher links = LINK.matcher(text);
        while (links.find()) {
            String link = links.group(2);
            if (ELSEWHERE.matcher(link).matches()) {
                continue;
            }
            String path = link.replaceFirst("#.*", "");
            String heading = link.substring(path.length());
            Path target = path.isEmpty() ? document : document.resolveSibling(path);
            if (!path.isEmpty() && !Files.exists(target)) {
                found.add("%s links to %s, which is not there".formatted(document, link));
            } else if (link.endsWith(".java") && !hasMethod(Files.readString(target), links.group(1))) {
                found.add("%s says %s, but there is no such method in %s".formatted(document, links.group(1), link));
            } else if (!heading.isEmpty() && target.toString().endsWith(".md")) {
                String there = path.isEmpty() ? text : Files.readString(target);
                if (there.lines().map(DocumentRules::anchor).noneMatch(heading::equals)) {
                    found.add("%s links to the heading %s, which is not there".formatted(document, link));
                }
            }
        }
        return found;
    }

    /// True unless `label` reads `Type.method` and the source has no such method.
    private static boolean hasMethod(String source, String label) {
        Matcher method = METHOD.matcher(label);
        return !method.matches() || source.contains(" " + method.group(1) + "(");
    }

    /// The anchor of a heading line as forges make it; other lines give something that no link equals.
    private static String anchor(String line) {
        if (!line.startsWith("#")) {
            return "";
        }
        String title = line.replaceFirst("^#+ ", "").toLowerCase(java.util.Locale.ROOT);
        return "#" + title.replaceAll("[^\\p{Alnum} _-]", "").replace(' ', '-');
    }

    static List<String> length(Path document, String text) {
        int limit = Integer.MAX_VALUE;
        if (document.endsWith("README.md")) {
            limit = MAX_README_LINES;
        } else if (document.toString().contains("/decisions/")) {
            limit = MAX_DECISION_LINES;
        }
        long lines = text.lines().count();
        return lines <= limit
                ? List.of()
                : List.of("%s has %d lines; the limit is %d".formatted(document, lines, limit));
    }
}
