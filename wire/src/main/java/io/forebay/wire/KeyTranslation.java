package io.forebay.wire;

import com.google.protobuf.ByteString;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.wire.proto.CommonProto;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The translation of block names: namespaces, hashes, and keys grouped by namespace. Pure. Decoders throw
/// [InvalidInput] and look at no hash before they have looked at the count.
final class KeyTranslation {
    private KeyTranslation() {}

    static CommonProto.Namespace toWire(Namespace namespace) {
        return CommonProto.Namespace.newBuilder()
                .setModel(namespace.model())
                .setTenant(namespace.tenant())
                .setFingerprint(namespace.fingerprint())
                .build();
    }

    /// @param present whether the enclosing message has the field at all
    static Namespace fromWire(boolean present, CommonProto.Namespace message) {
        required(present, "namespace");
        return new Namespace(message.getModel(), message.getTenant(), message.getFingerprint());
    }

    static List<ByteString> toWire(List<BlockHash> hashes) {
        List<ByteString> bytes = new ArrayList<>(hashes.size());
        for (BlockHash hash : hashes) {
            bytes.add(toWire(hash));
        }
        return bytes;
    }

    /// One to [Limits#MAX_KEYS] hashes.
    static List<BlockHash> fromWire(List<ByteString> bytes) {
        Limits.keys("hashes", bytes);
        List<BlockHash> hashes = new ArrayList<>(bytes.size());
        for (ByteString one : bytes) {
            hashes.add(hash(one));
        }
        return hashes;
    }

    static ByteString toWire(BlockHash hash) {
        return ByteString.copyFrom(hash.bytes());
    }

    static BlockHash hash(ByteString bytes) {
        return BlockHash.of(bytes.toByteArray());
    }

    /// Keys of all groups together.
    static long count(List<CommonProto.KeyGroup> groups) {
        return groups.stream().mapToLong(CommonProto.KeyGroup::getHashesCount).sum();
    }

    /// Each namespace once, in the order of its first key; within a namespace the keys keep their order.
    static List<CommonProto.KeyGroup> groups(List<BlockKey> keys) {
        Map<Namespace, CommonProto.KeyGroup.Builder> groups = new LinkedHashMap<>();
        for (BlockKey key : keys) {
            groups.computeIfAbsent(
                            key.namespace(),
                            name -> CommonProto.KeyGroup.newBuilder().setNamespace(toWire(name)))
                    .addHashes(ByteString.copyFrom(key.hash().bytes()));
        }
        return groups.values().stream().map(CommonProto.KeyGroup.Builder::build).toList();
    }

    /// The keys of all groups; a group has at least one.
    static List<BlockKey> keys(List<CommonProto.KeyGroup> groups) {
        List<BlockKey> keys = new ArrayList<>();
        for (CommonProto.KeyGroup group : groups) {
            Namespace namespace = fromWire(group.hasNamespace(), group.getNamespace());
            for (BlockHash hash : fromWire(group.getHashesList())) {
                keys.add(new BlockKey(namespace, hash));
            }
        }
        return keys;
    }

    /// Refuses a message without a sub-message that it needs.
    static void required(boolean present, String field) {
        InvalidInput.unless(present, field, "is missing");
    }
}
