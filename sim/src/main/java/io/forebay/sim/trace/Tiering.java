package io.forebay.sim.trace;

/// What becomes of a block that is missed, evicted from DRAM, or found on SSD.
public enum Tiering {
    /// There is no SSD.
    DRAM_ONLY,
    /// A block is in one tier: DRAM's victims go to SSD, an SSD hit moves to DRAM.
    EXCLUSIVE,
    /// What is missed goes to both tiers; an SSD hit is served from SSD and stays there alone.
    SERVE,
    /// As [#SERVE], but an SSD hit goes to DRAM, too.
    PROMOTE
}
