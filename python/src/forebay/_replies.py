"""What a node's answers say. Nothing that came over a wire is believed: a reply that contradicts itself, its request or
the layout raises WrongReply, and counts as none.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from forebay.layout import KvLayout
from forebay.outcomes import HITS, MISSES, Outcome, ReserveResult
from forebay.pool import Extent
from forebay.v1 import common_pb2, engine_pb2

if TYPE_CHECKING:
    from numpy.typing import NDArray

RECORD_BYTES = 24
LEASE_BYTES = 16
_RECORD = struct.Struct("<qqq")
_CHECKSUM = struct.Struct("<I")
_MISS_CODES = frozenset(map(int, MISSES))
_HIT_CODES = frozenset(map(int, HITS))


class WrongReply(Exception):
    """A reply that makes no sense."""


def require(holds: bool, what: str) -> None:
    """Raises WrongReply unless `holds`."""
    if not holds:
        raise WrongReply(what)


class Granted(NamedTuple):
    """Room for one block: where it is in the request, the reservation's number, an extent for each slot of the rank."""

    at: int
    number: int
    extents: list[Extent]


def granted(reply: engine_pb2.ReserveResponse, asked: int, slots: int) -> list[Granted]:
    """The granted blocks of a reservation of `asked` hashes, `slots` extents each."""
    require(len(reply.results) == asked, f"{len(reply.results)} results for {asked} hashes")
    indexes = [i for i, result in enumerate(reply.results) if result == ReserveResult.GRANTED]
    numbers, extents = list(reply.reservations), reply.extents
    require(len(numbers) == len(indexes), f"{len(numbers)} numbers for {len(indexes)} grants")
    if not indexes:
        require(not extents.records, "extents without a grant")
        return []
    size = extents.record_bytes
    require(size >= RECORD_BYTES, f"records of {size} bytes")
    require(extents.extents_per_block == slots, f"{extents.extents_per_block} extents for {slots} slots")
    require(len(extents.records) == len(indexes) * slots * size, "records that are no whole blocks")
    records = [
        Extent._make(_RECORD.unpack_from(extents.records, at))
        for at in range(0, len(extents.records), size)
    ]
    return [
        Granted(index, numbers[i], records[i * slots : (i + 1) * slots])
        for i, index in enumerate(indexes)
    ]


class SlotTable:
    """Where the slots of found blocks lie: `common.proto` -> Blocks, looked into on demand.

    Making it costs by runs and not by blocks, of which there may be 65,536. Immutable.
    """

    def __init__(self, message: common_pb2.Blocks, layout: KvLayout, pool_bytes: int) -> None:
        self._checksums = message.checksums
        require(len(self._checksums) % 4 == 0, "checksums that are no multiple of 4 bytes")
        slots = len(self._checksums) // 4
        if slots:
            require(message.slots_per_block == layout.slot_count, "other slots than the layout's")
        self.slots_per_block = layout.slot_count
        require(slots % self.slots_per_block == 0, "slots that are no whole blocks")
        self.blocks = slots // self.slots_per_block
        runs = [(run.offset, run.length, run.stride, run.slots) for run in message.runs]
        self._ends = list(accumulate(run[3] for run in runs))
        require((self._ends[-1] if runs else 0) == slots, "runs that are no whole blocks")
        for offset, length, stride, count in runs:
            last = offset + (count - 1) * stride
            low, high = min(offset, last), max(offset, last) + length
            require(count > 0 and length == layout.slot_bytes, "a slot of another size")
            require(0 <= low and high <= pool_bytes, "a slot outside the pool")
        self._runs = runs
        self._generations = list(message.generations)
        self._generation_ends = list(accumulate(message.generation_slots))
        require(len(self._generations) == len(self._generation_ends), "generations that do not fit")
        require(
            (self._generation_ends[-1] if self._generation_ends else 0) == slots
            and 0 not in message.generation_slots,
            "generations for other slots",
        )

    def extent(self, block: int, slot: int) -> Extent:
        """Where a slot lies."""
        index = block * self.slots_per_block + slot
        at = bisect_right(self._ends, index)
        offset, length, stride, count = self._runs[at]
        within = index - (self._ends[at] - count)
        generation = self._generations[bisect_right(self._generation_ends, index)]
        return Extent(offset + within * stride, length, generation)

    def columns(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Offsets and generations of all slots, each of shape [block, slot], int64. Needs numpy."""
        import numpy

        shape = (self.blocks, self.slots_per_block)
        offsets = numpy.empty(self.blocks * self.slots_per_block, "int64")
        for (offset, _, stride, count), end in zip(self._runs, self._ends):
            offsets[end - count : end] = offset + stride * numpy.arange(count, dtype="int64")
        lengths = numpy.diff(numpy.array([0, *self._generation_ends], "int64"))
        generations = numpy.repeat(numpy.array(self._generations, "int64"), lengths)
        return offsets.reshape(shape), generations.reshape(shape)

    def checksum(self, block: int, slot: int) -> int:
        """CRC32C of a slot, taken when it was sealed."""
        at = 4 * (block * self.slots_per_block + slot)
        return int(_CHECKSUM.unpack_from(self._checksums, at)[0])


class Outcomes(Sequence[Outcome]):
    """One outcome for each block asked for, in order; made on demand out of the numbers that came."""

    def __init__(self, codes: Sequence[int]) -> None:
        self._codes = codes

    def __len__(self) -> int:
        return len(self._codes)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        codes = self._codes[index]
        return Outcome(codes) if isinstance(codes, int) else [Outcome(code) for code in codes]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __repr__(self) -> str:
        return f"Outcomes({list(self)!r})"


class Ready(NamedTuple):
    """The final answer to a query; `lease` is empty exactly when there are no blocks."""

    lease: bytes
    slots: SlotTable
    outcomes: Outcomes


def ready(
    reply: engine_pb2.Ready, asked: int, layout: KvLayout, pool_bytes: int, whole: bool
) -> Ready:
    """The final answer to a query of `asked` hashes.

    :param whole: all or nothing was wanted
    """
    slots = SlotTable(reply.blocks, layout, pool_bytes)
    codes = reply.outcomes[:]
    require(len(codes) == asked, f"{len(codes)} outcomes for {asked} hashes")
    require(0 not in codes, "an unspecified outcome")
    require(slots.blocks <= asked, "more blocks than were asked for")
    require(_MISS_CODES.isdisjoint(codes[: slots.blocks]), "misses for blocks")
    require(_HIT_CODES.isdisjoint(codes[slots.blocks :]), "hits without blocks")
    require(len(reply.lease_id) == (LEASE_BYTES if slots.blocks else 0), "a lease that does not fit")
    require(not whole or slots.blocks in (0, asked), "a part, where all or nothing was wanted")
    return Ready(reply.lease_id, slots, Outcomes(codes))
