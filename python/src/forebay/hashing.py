"""Names of blocks: chained hashes, so that equal hashes mean equal tokens up to and including a block.

Two schemes. `chained` is Forebay's own, for engines that bring no hash. `Sha256Cbor` (and `Xxh3Cbor`, where the
module `xxhash` is installed) name blocks as vLLM does with `--prefix-caching-hash-algo`: all pods must share the
seed (`PYTHONHASHSEED`), else nobody finds another's blocks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from forebay._checks import MAX_HASH_BYTES, unless
from forebay.errors import InvalidInput

Encodable: TypeAlias = "None | bool | int | str | bytes | tuple[Encodable, ...]"


def chained(parent: bytes | None, content: bytes) -> bytes:
    """The hash that continues `parent` (None for a first block) by the bytes of one block's tokens, 32 bytes.

    SHA-256 over the parent's length (one byte), the parent and the content.
    """
    before = b"" if parent is None else parent
    unless(len(before) <= MAX_HASH_BYTES, "hash", f"has {len(before)} bytes; the limit is 64")
    return hashlib.sha256(bytes((len(before),)) + before + content).digest()


def chain(contents: Iterable[bytes], parent: bytes | None = None) -> list[bytes]:
    """The hashes of consecutive blocks, front to back, by `chained`."""
    hashes = []
    for content in contents:
        parent = chained(parent, content)
        hashes.append(parent)
    return hashes


def _head(major: int, value: int) -> bytes:
    if value < 24:
        return bytes((major << 5 | value,))
    for width, code in ((1, 24), (2, 25), (4, 26), (8, 27)):
        if value < 1 << 8 * width:
            return bytes((major << 5 | code,)) + value.to_bytes(width, "big")
    raise InvalidInput("token", f"is {value}; 64 bits are the limit")


def cbor(value: Encodable) -> bytes:
    """Canonical CBOR (RFC 8949, 4.2) of integers, strings, None, booleans, and tuples of those."""
    match value:
        case None:
            return b"\xf6"
        case bool():
            return b"\xf5" if value else b"\xf4"
        case int():
            return _head(0, value) if value >= 0 else _head(1, -1 - value)
        case bytes():
            return _head(2, len(value)) + value
        case str():
            text = value.encode()
            return _head(3, len(text)) + text
        case tuple():
            return _head(4, len(value)) + b"".join(map(cbor, value))
    raise InvalidInput("value", f"is a {type(value).__name__}, which has no encoding here")


class Sha256Cbor:
    """vLLM's `sha256_cbor`: SHA-256 over the CBOR of (parent, tokens, extra keys). Hashes of 32 bytes.

    :param seed: the text of `PYTHONHASHSEED` of every pod; it makes the parent of first blocks
    """

    def __init__(self, seed: str) -> None:
        self.none_hash = self.digest(cbor(seed))

    def digest(self, encoded: bytes) -> bytes:
        """The hash of encoded bytes."""
        return hashlib.sha256(encoded).digest()

    def block(
        self, parent: bytes | None, tokens: Sequence[int], extra_keys: tuple[Encodable, ...] | None = None
    ) -> bytes:
        """The hash of one full block.

        :param parent: the hash of the block before it; None for a first block
        :param tokens: the block's token ids
        :param extra_keys: adapter, media and salt, in vLLM's order; None where there are none
        """
        before = self.none_hash if parent is None else parent
        return self.digest(cbor((before, tuple(map(int, tokens)), extra_keys)))

    def blocks(
        self,
        tokens: Sequence[int],
        block_size: int,
        extra_keys: Sequence[tuple[Encodable, ...] | None] = (),
    ) -> list[bytes]:
        """The hashes of all full blocks of a prompt, front to back; a last, partial block has none.

        :param block_size: tokens of one block
        :param extra_keys: for each block; blocks behind its end have none
        """
        unless(block_size >= 1, "block_size", f"is {block_size}; it must be at least 1")
        return list(self._walk(tokens, block_size, extra_keys))

    def _walk(
        self, tokens: Sequence[int], size: int, extra: Sequence[tuple[Encodable, ...] | None]
    ) -> Iterator[bytes]:
        parent: bytes | None = None
        for index in range(len(tokens) // size):
            keys = extra[index] if index < len(extra) else None
            parent = self.block(parent, tokens[index * size : (index + 1) * size], keys)
            yield parent


class Xxh3Cbor(Sha256Cbor):
    """vLLM's `xxhash_cbor`: XXH3-128 over the same bytes. Hashes of 16 bytes. Needs the module `xxhash`."""

    def __init__(self, seed: str) -> None:
        import xxhash

        self._digest = xxhash.xxh3_128_digest
        super().__init__(seed)

    def digest(self, encoded: bytes) -> bytes:
        return bytes(self._digest(encoded))


def uint64(block_hash: bytes) -> int:
    """The 64-bit form in which vLLM's events may name a block: the last 8 bytes, big-endian."""
    return int.from_bytes(block_hash[-8:], "big")


def with_group(block_hash: bytes, group: int) -> bytes:
    """The key of a block of one group of a hybrid model: the hash, and the group in 4 bytes, big-endian."""
    return block_hash + group.to_bytes(4, "big")
