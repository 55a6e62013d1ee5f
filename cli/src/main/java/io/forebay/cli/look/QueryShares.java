package io.forebay.cli.look;

/// Blocks that engines asked a node for since its start, by what came of them.
///
/// @param all without those that a query did not try, since a block before them was missing
record QueryShares(long memory, long buffer, long peer, long ssd, long all) {
    static QueryShares of(NodeLook node) {
        long asked = node.figure("query_blocks_total") - outcome(node, "not_attempted");
        return new QueryShares(
                outcome(node, "memory"), outcome(node, "buffer"), outcome(node, "peer"), outcome(node, "ssd"), asked);
    }

    private static long outcome(NodeLook node, String outcome) {
        return node.figure("query_blocks_total", "outcome=\"" + outcome + "\"");
    }

    long hits() {
        return memory + buffer + peer + ssd;
    }

    /// As `12 %`, or `-` while nobody has asked.
    String ofAll(long part) {
        return Figures.share(part, all);
    }
}
