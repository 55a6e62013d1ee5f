package io.forebay.node;

/// Where the bytes of a block on its way into memory come from: a row of the one table that [StagedBlockBuilder] goes
/// by. A further source is a further row.
///
/// | source | verified | admitted, hence registered, lives | held |
/// | --- | --- | --- | --- |
/// | save | checksum taken when its slots are sealed | resident | no |
/// | peer's memory | checksum and geometry compared; generations by the fabric | resident | yes |
/// | peer's SSD | the same: its owner has read it into memory | passing | yes |
/// | own SSD | geometry compared; key and checksum by the tier, as it reads | passing | yes |
/// | promotion to the buffer | the same | buffered | no |
/// | promotion to the main pool | the same | resident | no |
///
/// Which resident blocks are spare, because enough other nodes have them too, is not the source's affair: the master
/// says so ([Residents#spare]).
enum StagedSource {
    /// An engine writes the slots in place, rank by rank.
    SAVE(Verification.TAKEN, Admission.RESIDENT, false),
    /// One-sided reads of a peer's pool.
    PEER_MEMORY(Verification.COMPARED, Admission.RESIDENT, true),
    /// The same, after the peer has read its SSD.
    PEER_SSD(Verification.COMPARED, Admission.PASSING, true),
    /// Reads of this node's own device.
    LOCAL_SSD(Verification.TOLD, Admission.PASSING, true),
    /// The same, before anybody here asks for the block.
    PROMOTION_TO_BUFFER(Verification.TOLD, Admission.BUFFERED, false),
    /// The same, where the master says that it lands in the main pool.
    PROMOTION_TO_MAIN(Verification.TOLD, Admission.RESIDENT, false);

    /// How the builder comes by a slot's checksum.
    enum Verification {
        /// It is that of the bytes as they are when the slot is sealed: nobody knew them before.
        TAKEN,
        /// The source says it, and the bytes are read to see whether it is theirs.
        COMPARED,
        /// The source says it, and has compared it with the bytes itself.
        TOLD
    }

    /// What becomes of a complete block.
    enum Admission {
        /// In the index and in the eviction policy, registered at the master, until evicted.
        RESIDENT,
        /// In the index and registered at the master, in the prefetch buffer, whose eviction is its own.
        BUFFERED,
        /// In memory until nobody holds it; the master hears nothing of it.
        PASSING
    }

    final Verification verification;
    final Admission admission;

    /// Whether somebody waits for the block and needs it to stay: it is held once as it is admitted.
    final boolean isHeld;

    StagedSource(Verification verification, Admission admission, boolean isHeld) {
        this.verification = verification;
        this.admission = admission;
        this.isHeld = isHeld;
    }
}
