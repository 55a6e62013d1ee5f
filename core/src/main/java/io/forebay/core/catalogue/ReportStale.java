package io.forebay.core.catalogue;

import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.List;

/// A reader met blocks at an owner that were not what the catalogue says. Hearsay: no replica goes because of it, but
/// the owner is asked to look at those that the catalogue still names for this very session.
///
/// @param owner whose replicas these are
/// @param session the owner's session as the reader was told; a report of an older one is ignored
/// @param hashes of one namespace, 1 to [#MAX_HASHES]
public record ReportStale(
        NodeId owner, SessionId session, Namespace namespace, List<BlockHash> hashes, StaleReason reason)
        implements Command {
    /// The most that one report names.
    public static final int MAX_HASHES = 1_024;

    public ReportStale {
        hashes = Limits.counted("hashes", List.copyOf(hashes), MAX_HASHES);
    }
}
