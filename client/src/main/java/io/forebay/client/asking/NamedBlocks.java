package io.forebay.client.asking;

import io.forebay.client.RouterClient;
import io.forebay.core.answer.Answer;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import java.util.HexFormat;
import java.util.List;

/// Blocks as people name them.
///
/// @param tenant may be empty
/// @param fingerprint of the layout; empty for the one layout of which the master knows a block
/// @param hashes in hexadecimal, whole
public record NamedBlocks(String model, String tenant, String fingerprint, List<String> hashes) {
    public NamedBlocks {
        hashes = List.copyOf(hashes);
    }

    /// @throws InvalidInput for one that is no hash
    List<BlockHash> parsed() {
        return hashes.stream().map(NamedBlocks::parsed).toList();
    }

    private static BlockHash parsed(String hash) {
        try {
            return BlockHash.of(HexFormat.of().parseHex(hash));
        } catch (IllegalArgumentException wrong) {
            throw new InvalidInput("hash", "'" + hash + "' is not 1 to 64 bytes in hexadecimal");
        }
    }

    /// The namespace, of which a master is asked when the fingerprint is missing.
    Answer<Namespace> namespace(RouterClient client) {
        if (!fingerprint.isEmpty()) {
            return Answer.ok(new Namespace(model, tenant, fingerprint));
        }
        return switch (client.namespaces(model)) {
            case Answer.Ok<List<Namespace>>(List<Namespace> all) -> theOne(all);
            case Answer.Refused<List<Namespace>> refused -> new Answer.Refused<>(refused.field(), refused.message());
            case Answer.Failed<List<Namespace>> failed -> new Answer.Failed<>(failed.failure());
        };
    }

    private Answer<Namespace> theOne(List<Namespace> all) {
        List<Namespace> own =
                all.stream().filter(each -> each.tenant().equals(tenant)).toList();
        if (own.size() == 1) {
            return Answer.ok(own.getFirst());
        }
        return new Answer.Refused<>(
                "fingerprint",
                own.isEmpty()
                        ? "is missing, and no block of model '%s' and tenant '%s' is known".formatted(model, tenant)
                        : "is missing, and there are several: "
                                + String.join(
                                        ", ",
                                        own.stream().map(Namespace::fingerprint).toList()));
    }
}
