package io.forebay.bench;

/// Which way a quantity improves; decides how ours and the limit make a ratio of which more is better.
public enum Better {
    /// A rate: ratio is ours / limit.
    HIGHER,
    /// A time: ratio is limit / ours.
    LOWER;

    /// 1 is level with the limit, more is better.
    public double ratio(double ours, double limit) {
        return switch (this) {
            case HIGHER -> ours / limit;
            case LOWER -> limit / ours;
        };
    }
}
