package io.forebay.cli;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// What all pages said of one block or request, as one story: by time, each line with who says it; then how the block
/// stands now, and who did not answer. Lines of different hosts are ordered as well as their clocks agree.
///
/// @param field `key` or `request`
/// @param subject the key or the request
record ExplainStory(String field, String subject, List<ExplainPages.Answer> answers) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT)
            .withZone(ZoneId.systemDefault());

    ExplainStory {
        answers = List.copyOf(answers);
    }

    private record Line(long atMicros, String source, String what, String text) {
        Map<String, Object> tree() {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("at_micros", atMicros);
            tree.put("source", source);
            tree.put("what", what);
            tree.put("text", text);
            return tree;
        }
    }

    private record Now(String source, String namespace, String text) {
        Map<String, Object> tree() {
            return Map.of("source", source, "namespace", namespace, "text", text);
        }
    }

    /// True when anybody knows anything of it.
    boolean isFound() {
        return !lines().isEmpty() || !now().isEmpty();
    }

    private List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        for (ExplainPages.Answer answer : answers) {
            if (answer.tree() != null) {
                for (JsonNode line : answer.tree().path("lines")) {
                    lines.add(new Line(
                            line.path("at_micros").asLong(0),
                            answer.source(),
                            line.path("what").asString(""),
                            line.path("text").asString("")));
                }
            }
        }
        lines.sort(Comparator.comparingLong(Line::atMicros));
        return lines;
    }

    private List<Now> now() {
        List<Now> now = new ArrayList<>();
        for (ExplainPages.Answer answer : answers) {
            if (answer.tree() != null) {
                for (JsonNode standing : answer.tree().path("now")) {
                    String tenant = standing.path("tenant").asString("");
                    String namespace = standing.path("model").asString("")
                            + (tenant.isEmpty() ? "" : " of " + tenant)
                            + ", layout " + standing.path("fingerprint").asString("");
                    now.add(new Now(
                            answer.source(), namespace, standing.path("text").asString("")));
                }
            }
        }
        return now;
    }

    private List<ExplainPages.Answer> unanswered() {
        return answers.stream().filter(answer -> answer.tree() == null).toList();
    }

    /// Who remembers less than there was: nothing at all, or the latest part.
    private List<String> gaps() {
        List<String> gaps = new ArrayList<>();
        for (ExplainPages.Answer answer : answers) {
            JsonNode tree = answer.tree();
            if (tree == null) {
                continue;
            }
            if (!tree.path("recorder_on").asBoolean(false)) {
                gaps.add(answer.source() + " records nothing (recorder.events is 0)");
            } else if (tree.path("forgotten").asLong(0) > 0) {
                gaps.add(answer.source() + " has forgotten "
                        + tree.path("forgotten").asLong(0) + " older happenings of all kinds");
            }
            if (tree.path("left_out").asLong(0) > 0) {
                gaps.add(
                        answer.source() + " leaves out " + tree.path("left_out").asLong(0) + " older lines");
            }
        }
        return gaps;
    }

    /// For people, line by line.
    List<String> text() {
        List<String> text = new ArrayList<>();
        int width = answers.stream()
                .mapToInt(answer -> answer.source().length())
                .max()
                .orElse(0);
        text.add((field.equals("key") ? "block " : "request ") + subject);
        for (Line line : lines()) {
            String at = TIME.format(Instant.EPOCH.plus(line.atMicros, ChronoUnit.MICROS));
            text.add(at + "  " + padded(line.source, width) + "  " + line.text);
        }
        if (field.equals("key") && answers.stream().anyMatch(answer -> answer.tree() != null)) {
            text.add("now:");
            now().forEach(each ->
                    text.add("  " + padded(each.source, width) + "  " + each.text + "  (" + each.namespace + ")"));
            if (now().isEmpty()) {
                text.add("  nobody who answered has it");
            }
        }
        if (!isFound()) {
            text.add("nothing is known of it");
        }
        gaps().forEach(gap -> text.add("note: " + gap));
        for (ExplainPages.Answer answer : unanswered()) {
            String address = answer.address().isEmpty() ? "" : " (" + answer.address() + ")";
            text.add("no answer from " + answer.source() + address + ": " + answer.error());
        }
        return text;
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    /// For programs.
    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(field, subject);
        tree.put("found", isFound());
        tree.put("lines", lines().stream().map(Line::tree).toList());
        tree.put("now", now().stream().map(Now::tree).toList());
        tree.put("notes", gaps());
        tree.put(
                "unanswered",
                unanswered().stream()
                        .map(answer ->
                                Map.of("source", answer.source(), "address", answer.address(), "error", answer.error()))
                        .toList());
        return tree;
    }
}
