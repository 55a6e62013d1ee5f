package io.forebay.memory.backing;

/// Which pages an operator wants for a pool.
public enum HugePages {
    /// The best that the pool's directory has: hugetlbfs there, else transparent ones on a tmpfs, else ordinary
    /// ones.
    AUTO,
    /// Those of hugetlbfs, or no start.
    HUGETLB,
    /// Transparent ones, as many as the kernel finds; fewer than asked for is a warning.
    TRANSPARENT,
    /// None is asked for.
    OFF
}
