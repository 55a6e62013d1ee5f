package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.RouterLease;
import io.forebay.wire.proto.CommonProto.KeyGroup;
import io.forebay.wire.proto.MasterProto.LeasedKeys;
import java.util.ArrayList;
import java.util.List;

/// The translation of router leases: neighbours of one namespace and one time are one group, so order is kept.
/// Pure. Decoders throw [InvalidInput].
final class LeaseTranslation {
    private LeaseTranslation() {}

    static List<LeasedKeys> toWire(List<RouterLease> leases) {
        List<LeasedKeys> groups = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= leases.size(); i++) {
            if (i == leases.size() || !alike(leases.get(from), leases.get(i))) {
                groups.add(group(leases.subList(from, i)));
                from = i;
            }
        }
        return groups;
    }

    private static boolean alike(RouterLease one, RouterLease other) {
        return one.leftNanos() == other.leftNanos()
                && one.key().namespace().equals(other.key().namespace());
    }

    private static LeasedKeys group(List<RouterLease> alike) {
        RouterLease first = alike.getFirst();
        KeyGroup.Builder keys = KeyGroup.newBuilder()
                .setNamespace(KeyTranslation.toWire(first.key().namespace()));
        alike.forEach(each -> keys.addHashes(KeyTranslation.toWire(each.key().hash())));
        return LeasedKeys.newBuilder()
                .setKeys(keys)
                .setLeftNanos(first.leftNanos())
                .build();
    }

    static List<RouterLease> fromWire(List<LeasedKeys> groups) {
        List<RouterLease> leases = new ArrayList<>();
        for (LeasedKeys group : groups) {
            long left = group.getLeftNanos();
            InvalidInput.unless(left >= 1, "left_nanos", "is " + left + "; it must be at least 1");
            Namespace namespace = KeyTranslation.fromWire(
                    group.getKeys().hasNamespace(), group.getKeys().getNamespace());
            for (BlockHash hash : KeyTranslation.fromWire(group.getKeys().getHashesList())) {
                leases.add(new RouterLease(new BlockKey(namespace, hash), left));
            }
        }
        return leases;
    }
}
