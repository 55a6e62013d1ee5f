package io.forebay.gateway.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.Namespace;
import io.forebay.core.session.NodeId;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TopicsTest {
    private static final NodeId POD = new NodeId("pod-1");
    private static final Namespace LLAMA = new Namespace("meta/llama", "t", "f00d");

    @Test
    void theUsualTopicIsTheOneThatLlmdReads() {
        assertEquals("kv@pod-1@meta/llama", new TopicPattern(TopicPattern.STANDARD).of(POD, LLAMA));
    }

    @Test
    void everyPartOfANamespaceCanBeInIt() {
        assertEquals(
                "f00d.t.meta/llama$1.pod-1",
                new TopicPattern("{fingerprint}.{tenant}.{model}$1.{node}").of(POD, LLAMA));
    }

    @Test
    void aNameDoesNotAddAPart() {
        Namespace odd = new Namespace("a@b", "", "f");
        assertEquals("kv@pod-1@a%40b", new TopicPattern(TopicPattern.STANDARD).of(POD, odd));
    }

    @Test
    void aPatternWithoutItsNodeOrWithAnUnknownPlaceIsRefused() {
        assertThrows(InvalidInput.class, () -> new TopicPattern("kv@{model}"));
        assertThrows(InvalidInput.class, () -> new TopicPattern("kv@{node}@{modell}"));
    }

    @Test
    void whatANodeHadIsFoundByItsTopicsEachOnce() {
        Topics topics = new Topics(new TopicPattern(TopicPattern.STANDARD), 3);
        topics.of(POD, LLAMA);
        topics.of(POD, new Namespace("meta/llama", "other", "f00d"));
        topics.of(new NodeId("pod-2"), LLAMA);
        assertEquals(List.of("kv@pod-1@meta/llama"), topics.of(POD));
        assertEquals(List.of("kv@pod-1@meta/llama", "kv@pod-2@meta/llama"), topics.all());
        topics.of(new NodeId("pod-3"), LLAMA);
        topics.of(new NodeId("pod-4"), LLAMA);
        assertEquals(
                List.of("kv@pod-2@meta/llama", "kv@pod-3@meta/llama", "kv@pod-4@meta/llama"),
                topics.all(),
                "the oldest are forgotten");
    }
}
