package io.forebay.core.vllm;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/// Names blocks as vLLM does with `--prefix-caching-hash-algo sha256_cbor` or `xxhash_cbor`, for whoever
/// has tokens and no vLLM at hand: an engine of its own, a router.
///
/// ```
/// none  = H(seed)                                     the seed is PYTHONHASHSEED, a text
/// first = H([none,  [token, …], extra keys or null])  canonical CBOR; full blocks only
/// next  = H([first, [token, …], extra keys or null])
/// ```
///
/// All who share a cache need one seed: without `PYTHONHASHSEED` each vLLM process draws a seed of its own, and
/// nobody finds anything of anybody else. The algorithms `sha256` and `xxhash` hash a Python pickle and cannot be
/// had elsewhere. Immutable; safe from any thread if its digest is.
public final class VllmHash {
    /// The most tokens of one block.
    public static final int MAX_BLOCK_TOKENS = 65_536;

    private final UnaryOperator<byte[]> digest;
    private final BlockHash none;

    private VllmHash(UnaryOperator<byte[]> digest, BlockHash none) {
        this.digest = digest;
        this.none = none;
    }

    /// By `sha256_cbor`.
    ///
    /// @param seed the engines' `PYTHONHASHSEED`
    public static VllmHash sha256(String seed) {
        return seeded(VllmHash::sha256, seed);
    }

    /// By `xxhash_cbor`: 16 bytes, quick, and no defence against somebody who looks for two prompts of one name.
    ///
    /// @param seed the engines' `PYTHONHASHSEED`
    public static VllmHash xxh3(String seed) {
        return seeded(Xxh3::hash128, seed);
    }

    private static VllmHash seeded(UnaryOperator<byte[]> digest, String seed) {
        return new VllmHash(
                digest, BlockHash.of(digest.apply(new Cbor().text(seed).done())));
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /// What stands for the parent of a first block.
    public BlockHash none() {
        return none;
    }

    /// The first block of a prompt.
    public BlockHash first(int[] tokens, VllmExtraKeys extra) {
        return next(none, tokens, extra);
    }

    /// The block behind `parent`.
    ///
    /// @param tokens all of the block's, 1 to [#MAX_BLOCK_TOKENS], none negative
    public BlockHash next(BlockHash parent, int[] tokens, VllmExtraKeys extra) {
        InvalidInput.unless(
                tokens.length >= 1 && tokens.length <= MAX_BLOCK_TOKENS,
                "tokens",
                "are " + tokens.length + "; a block has 1 to " + MAX_BLOCK_TOKENS);
        Cbor cbor = new Cbor().array(3).bytes(parent.bytes()).array(tokens.length);
        for (int token : tokens) {
            InvalidInput.unless(token >= 0, "tokens", "has " + token + "; no token is negative");
            cbor.number(token);
        }
        extra.writeTo(cbor);
        return BlockHash.of(digest.apply(cbor.done()));
    }

    /// The full blocks of a prompt of text, in order; tokens that fill no block are left out.
    ///
    /// @param extra of the first block; the others have the same without the salt. No multimodal items: they
    ///     differ from block to block, so [#next] is for them
    public List<BlockHash> chain(int[] tokens, int blockTokens, VllmExtraKeys extra) {
        InvalidInput.unless(
                blockTokens >= 1 && blockTokens <= MAX_BLOCK_TOKENS,
                "block_tokens",
                "is " + blockTokens + "; it must be 1 to " + MAX_BLOCK_TOKENS);
        InvalidInput.unless(extra.media().isEmpty(), "media", "belong to one block; hash block by block");
        List<BlockHash> hashes = new ArrayList<>(tokens.length / blockTokens);
        BlockHash parent = none;
        VllmExtraKeys keys = extra;
        for (int from = 0; from + blockTokens <= tokens.length; from += blockTokens) {
            parent = next(parent, Arrays.copyOfRange(tokens, from, from + blockTokens), keys);
            hashes.add(parent);
            keys = extra.withoutCacheSalt();
        }
        return hashes;
    }

    /// The short form in which vLLM's events may name a block: the last eight bytes as an unsigned number.
    public static long uint64(BlockHash hash) {
        byte[] bytes = hash.bytes();
        long number = 0;
        for (int i = Math.max(0, bytes.length - Long.BYTES); i < bytes.length; i++) {
            number = (number << Byte.SIZE) | (bytes[i] & 0xFF);
        }
        return number;
    }

    /// The key of a block of one KV cache group of a hybrid model: its hash, and the group in four bytes.
    public static BlockHash inGroup(BlockHash hash, int group) {
        byte[] bytes = hash.bytes();
        byte[] key = Arrays.copyOf(bytes, bytes.length + Integer.BYTES);
        for (int i = 0; i < Integer.BYTES; i++) {
            key[bytes.length + i] = (byte) (group >> ((Integer.BYTES - 1 - i) * Byte.SIZE));
        }
        return BlockHash.of(key);
    }
}
