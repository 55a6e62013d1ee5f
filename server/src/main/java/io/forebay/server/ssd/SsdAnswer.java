package io.forebay.server.ssd;

import java.util.List;

/// What somebody who looked into the directory of an SSD device is told.
///
/// @param text for people, line by line
/// @param tree for programs: records and collections; a contract, to which fields are only added
/// @param damaged whether something is not as it was written
/// @param inUse whether a node has the directory: then files come and go meanwhile
public record SsdAnswer(List<String> text, Object tree, boolean damaged, boolean inUse) {
    public SsdAnswer {
        text = List.copyOf(text);
    }
}
