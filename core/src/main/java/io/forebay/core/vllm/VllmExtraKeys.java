package io.forebay.core.vllm;

import io.forebay.core.answer.InvalidInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// What besides its tokens makes a block's KV what it is. It enters the hash in the order of the components.
/// Digests of prompt embeddings are not among it: blocks of such prompts have no name here.
///
/// @param lora the name of the LoRA adapter
/// @param media the multimodal items that overlap the block, in the order of the prompt
/// @param cacheSalt keeps apart those who must not share; in the first block only, the chain hands it on
public record VllmExtraKeys(Optional<String> lora, List<MediaItem> media, Optional<String> cacheSalt) {
    /// A multimodal item in a block.
    ///
    /// @param identifier the item's own hash, as vLLM says it
    /// @param offset of its first token from the block's first one, negative if it began before; empty for
    ///     versions of vLLM that leave it out
    public record MediaItem(String identifier, OptionalInt offset) {}

    public VllmExtraKeys {
        media = List.copyOf(media);
        InvalidInput.unless(cacheSalt.filter(String::isEmpty).isEmpty(), "cache_salt", "is empty; leave it out");
    }

    /// Tokens alone.
    public static VllmExtraKeys none() {
        return new VllmExtraKeys(Optional.empty(), List.of(), Optional.empty());
    }

    /// These, with an adapter.
    public VllmExtraKeys withLora(String name) {
        return new VllmExtraKeys(Optional.of(name), media, cacheSalt);
    }

    /// These, with a salt; for a first block.
    public VllmExtraKeys withCacheSalt(String salt) {
        return new VllmExtraKeys(lora, media, Optional.of(salt));
    }

    /// These, as the blocks behind the first one have them.
    public VllmExtraKeys withoutCacheSalt() {
        return new VllmExtraKeys(lora, media, Optional.empty());
    }

    /// These, with one more multimodal item.
    public VllmExtraKeys withMedia(MediaItem item) {
        List<MediaItem> more = new ArrayList<>(media);
        more.add(item);
        return new VllmExtraKeys(lora, more, cacheSalt);
    }

    /// Nothing at all is not an empty list.
    void writeTo(Cbor cbor) {
        List<Consumer<Cbor>> keys = new ArrayList<>();
        lora.ifPresent(name -> keys.add(out -> out.text(name)));
        for (MediaItem item : media) {
            keys.add(
                    item.offset().isEmpty()
                            ? out -> out.text(item.identifier())
                            : out -> out.array(2)
                                    .text(item.identifier())
                                    .number(item.offset().getAsInt()));
        }
        cacheSalt.ifPresent(salt -> keys.add(out -> out.text(salt)));
        if (keys.isEmpty()) {
            cbor.nothing();
        } else {
            cbor.array(keys.size());
            keys.forEach(key -> key.accept(cbor));
        }
    }
}
