package io.forebay.client.asking;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What comes of a [RouterQuestion].
///
/// @param text lines for people
/// @param tree the same for programs, of maps, lists, words and numbers
/// @param problem why nothing was told; empty when something was
public record RouterAnswer(End end, List<String> text, Map<String, ?> tree, String problem) {
    /// How it ended.
    public enum End {
        /// A master has answered.
        TOLD,
        /// None has, or not with what was asked for: trying again may help.
        FAILED,
        /// What was asked makes no sense: nothing was done.
        WRONG
    }

    public RouterAnswer {
        text = List.copyOf(text);
        tree = Collections.unmodifiableMap(new LinkedHashMap<>(tree));
    }

    static RouterAnswer told(List<String> text, Map<String, ?> tree) {
        return new RouterAnswer(End.TOLD, text, tree, "");
    }

    static RouterAnswer failed(String problem) {
        return new RouterAnswer(End.FAILED, List.of(), Map.of("error", problem), problem);
    }

    static RouterAnswer wrong(String problem) {
        return new RouterAnswer(End.WRONG, List.of(), Map.of("error", problem), problem);
    }
}
