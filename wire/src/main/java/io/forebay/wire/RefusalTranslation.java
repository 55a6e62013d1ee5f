package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.Refusal;
import io.forebay.wire.proto.CommonProto.KeyGroup;
import io.forebay.wire.proto.MasterProto.Refused;
import java.util.ArrayList;
import java.util.List;

/// The translation of refused retirements: neighbours of one namespace and one time are one group, so order is kept.
/// Pure. Decoders throw [InvalidInput].
final class RefusalTranslation {
    private RefusalTranslation() {}

    static List<Refused> toWire(List<Refusal> refusals) {
        List<Refused> groups = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= refusals.size(); i++) {
            if (i == refusals.size() || !alike(refusals.get(from), refusals.get(i))) {
                groups.add(group(refusals.subList(from, i)));
                from = i;
            }
        }
        return groups;
    }

    private static boolean alike(Refusal one, Refusal other) {
        return one.leftNanos() == other.leftNanos()
                && one.key().namespace().equals(other.key().namespace());
    }

    private static Refused group(List<Refusal> alike) {
        Refusal first = alike.getFirst();
        KeyGroup.Builder keys = KeyGroup.newBuilder()
                .setNamespace(KeyTranslation.toWire(first.key().namespace()));
        alike.forEach(each -> keys.addHashes(KeyTranslation.toWire(each.key().hash())));
        return Refused.newBuilder()
                .setKeys(keys)
                .setLeftNanos(first.leftNanos())
                .build();
    }

    static List<Refusal> fromWire(List<Refused> groups) {
        List<Refusal> refusals = new ArrayList<>();
        for (Refused group : groups) {
            long left = group.getLeftNanos();
            InvalidInput.unless(left >= 1, "left_nanos", "is " + left + "; it must be at least 1");
            Namespace namespace = KeyTranslation.fromWire(
                    group.getKeys().hasNamespace(), group.getKeys().getNamespace());
            for (BlockHash hash : KeyTranslation.fromWire(group.getKeys().getHashesList())) {
                refusals.add(new Refusal(new BlockKey(namespace, hash), left));
            }
        }
        return refusals;
    }
}
