package io.forebay.core.answer;

/// Checks that stay on in production. A failed check means that *we* were wrong (architecture §7, kind 3): the
/// affected request degrades to a miss, and the node or master starts over empty rather than serve from a state that
/// it does not trust.
public final class Invariant {
    private Invariant() {}

    /// A broken invariant of our own code.
    public static final class Broken extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        Broken(String message) {
            super(message);
        }
    }

    /// Throws [Broken] unless `holds`. `message` says what should have been true.
    public static void check(boolean holds, String message) {
        if (!holds) {
            throw new Broken(message);
        }
    }
}
