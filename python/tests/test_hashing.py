"""Names of blocks, checksums, layouts: what must be the same in every language."""

from __future__ import annotations

import hashlib
import os

import pytest

from forebay import InvalidInput, KvLayout, Order
from forebay._crc32c import _by_bytes, _by_numpy, crc32c
from forebay.hashing import Sha256Cbor, Xxh3Cbor, cbor, chain, chained, uint64, with_group

TOKENS = list(range(32))


def test_the_golden_hashes_of_vllms_chain() -> None:
    scheme = Sha256Cbor("0")
    assert scheme.none_hash.hex() == "4e1195df020de59e0d65a33a4279f1183e7ae4e5d980e309f8b55adff2e61c3e"
    first, second = scheme.blocks(TOKENS + [1, 2], 16)
    assert first.hex() == "d830de3d42c00f25a2949b5d12d98642664a44872c1614c5b0147556276afc9c"
    assert second.hex() == "fedd9e4abebebbe6f6cf96b682f08d316063fe2f22a5c552192dd62904fcccac"
    salted = scheme.block(None, TOKENS[:16], ("tenant-a",))
    assert salted.hex() == "a31aa6d7bd52d1db44c2e2c50ce6687164f2a198c45e6f9c6f5025e7d8dff1f7"
    assert uint64(first) == 12687895063098490012
    assert with_group(first, 3) == first + b"\0\0\0\3"


def test_the_golden_hashes_of_the_xxh3_chain() -> None:
    pytest.importorskip("xxhash")
    scheme = Xxh3Cbor("0")
    first, second = scheme.blocks(TOKENS, 16)
    assert scheme.none_hash.hex() == "1ebe36576dcb573f26b99533a20aaeca"
    assert first.hex() == "209f5d549fc07c8e39d823615ede61ce"
    assert second.hex() == "03888914ee75b87e89df867a21beb72b"


def test_canonical_cbor_by_the_examples_of_its_rfc() -> None:
    for value, encoded in (
        (0, "00"), (23, "17"), (24, "1818"), (100, "1864"), (1000, "1903e8"), (1000000, "1a000f4240"),
        (18446744073709551615, "1bffffffffffffffff"), (-1, "20"), (-1000, "3903e7"), (False, "f4"), (True, "f5"),
        (None, "f6"), (b"\1\2\3\4", "4401020304"), ("ü", "62c3bc"), ((1, (2, 3)), "8201820203"), ((), "80"),
    ):  # fmt: skip
        assert cbor(value).hex() == encoded
    with pytest.raises(InvalidInput):
        cbor(1 << 64)
    with pytest.raises(InvalidInput):
        cbor(1.5)  # type: ignore[arg-type]


def test_forebays_own_chain() -> None:
    first = chained(None, b"abc")
    assert first == hashlib.sha256(b"\0abc").digest()
    assert chain([b"abc", b"def"]) == [first, chained(first, b"def")]
    assert chained(first, b"def") != chained(None, b"def")
    with pytest.raises(InvalidInput):
        chained(bytes(65), b"")


def test_checksums_are_crc32c_however_they_are_made() -> None:
    assert crc32c(memoryview(b"123456789")) == 0xE3069283
    assert crc32c(memoryview(bytes(32))) == 0x8A9136AA
    for size in (0, 1, 4095, 4096, 4097, 10_000, 70_001):
        data = memoryview(os.urandom(size))
        assert _by_numpy(data) == _by_bytes(data) ^ 0xFFFFFFFF == crc32c(data)


def test_layouts() -> None:
    page = KvLayout(3, 2, 0, 64, Order.PAGE_FIRST, 1, (100, 64, 1), 5)
    assert (page.slot_count, page.slot_bytes, page.slots_of_rank(1)) == (2, 128 + 64 + 64, [1])
    assert (page.segment(2).offset, page.segment(2).length, page.slot(2, 1)) == (192, 1, 1)
    first = KvLayout(3, 2, 100, 64)
    assert (first.slot_count, first.slot_bytes, first.slots_of_rank(1)) == (6, 256, [1, 3, 5])
    assert (first.segment(2, 1).offset, first.slot(2, 1), first.block_bytes) == (128, 5, 1536)
    assert first.fingerprint != page.fingerprint
    with pytest.raises(InvalidInput):
        KvLayout(2, 1, 0, 64, layer_bytes=(1, 2))
