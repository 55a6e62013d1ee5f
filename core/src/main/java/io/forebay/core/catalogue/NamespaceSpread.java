package io.forebay.core.catalogue;

import io.forebay.core.session.NodeId;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// How one namespace is spread over the nodes, for people and pages: counted over some of its blocks, since a page may
/// not stop the master for all of them.
///
/// @param figures of all of it
/// @param countedAtMost blocks of each tier that the rest is about; with fewer of them it is about all
/// @param holders the visible replicas by node, by its name
/// @param copies how many of the blocks in memory have so many visible replicas there
public record NamespaceSpread(
        NamespaceFigures figures, int countedAtMost, List<Holder> holders, SortedMap<Integer, Long> copies) {
    /// Blocks of a tier that are looked at.
    public static final int MAX_COUNTED = 20_000;

    /// Replicas of the counted blocks at one node.
    public record Holder(NodeId node, long inMemory, long onDisk) {}

    public NamespaceSpread {
        holders = List.copyOf(holders);
        copies = Collections.unmodifiableSortedMap(new TreeMap<>(copies));
    }
}
