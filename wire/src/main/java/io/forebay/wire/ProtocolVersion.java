package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.peer.Hello;
import io.forebay.wire.proto.CommonProto;

/// The agreement of two processes on a protocol version, at the first word of each conversation (architecture,
/// decision 15). This build speaks [Hello#VERSION] only.
final class ProtocolVersion {
    private ProtocolVersion() {}

    /// What this build offers.
    static CommonProto.VersionRange offer() {
        return range(Hello.VERSION, Hello.VERSION);
    }

    static CommonProto.VersionRange range(int min, int max) {
        return CommonProto.VersionRange.newBuilder().setMin(min).setMax(max).build();
    }

    /// The version that both speak; refuses a range that this build is not in.
    ///
    /// @param present whether the enclosing message has a range at all
    static int agree(boolean present, CommonProto.VersionRange range) {
        KeyTranslation.required(present, "version");
        InvalidInput.unless(
                range.getMin() >= 1
                        && range.getMin() <= Hello.VERSION
                        && Integer.compareUnsigned(Hello.VERSION, range.getMax()) <= 0,
                "version",
                "range " + Integer.toUnsignedString(range.getMin()) + ".."
                        + Integer.toUnsignedString(range.getMax()) + " does not hold " + Hello.VERSION
                        + ", the one spoken here");
        return Hello.VERSION;
    }

    /// Refuses a version that a peer picked without having been offered it.
    static void requireOffered(int picked) {
        InvalidInput.unless(picked == Hello.VERSION, "version", "is " + picked + "; offered was " + Hello.VERSION);
    }
}
