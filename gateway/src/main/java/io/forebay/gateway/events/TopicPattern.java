package io.forebay.gateway.events;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.Namespace;
import io.forebay.core.session.NodeId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a topic looks like: a text with `{node}`, `{model}`, `{tenant}` and `{fingerprint}` in it. An `@` within one
/// of these is written as `%40`, so that readers may split at it.
///
/// @param text has `{node}` in it, since what a node has is cleared by its topics
public record TopicPattern(String text) {
    /// The form that llm-d reads.
    public static final String STANDARD = "kv@{node}@{model}";

    private static final Pattern PLACE = Pattern.compile("\\{([a-z]*)\\}");

    public TopicPattern {
        InvalidInput.unless(
                text.contains("{node}"), "events.zmq.topic", "is '" + text + "'; it must have {node} in it");
        PLACE.matcher(text)
                .results()
                .map(place -> place.group(1))
                .forEach(name -> InvalidInput.unless(
                        switch (name) {
                            case "node", "model", "tenant", "fingerprint" -> true;
                            default -> false;
                        },
                        "events.zmq.topic",
                        "has {" + name + "}; there are {node}, {model}, {tenant} and {fingerprint}"));
    }

    String of(NodeId node, Namespace namespace) {
        return PLACE.matcher(text)
                .replaceAll(place -> Matcher.quoteReplacement(
                        switch (place.group(1)) {
                            case "node" -> safe(node.name());
                            case "model" -> safe(namespace.model());
                            case "tenant" -> safe(namespace.tenant());
                            default -> safe(namespace.fingerprint());
                        }));
    }

    private static String safe(String name) {
        return name.replace("@", "%40");
    }
}
