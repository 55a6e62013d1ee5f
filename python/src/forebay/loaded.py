"""What a query found: the hit prefix, held in place by a lease, and one outcome for every block asked for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from forebay._checks import integer, unless
from forebay._crc32c import crc32c
from forebay._registration import LiveRegistration
from forebay._replies import Outcomes, SlotTable
from forebay.outcomes import LeaseResult, Outcome

if TYPE_CHECKING:
    import torch
    from numpy.typing import NDArray


class Held(NamedTuple):
    """What there is to hold when something was found."""

    live: LiveRegistration
    lease: bytes
    slots: SlotTable


class Loaded:
    """Found blocks, in place in the pool that this process shares with its node. Use it in a `with`.

    While the lease lives the blocks stay. It is renewed by itself until `close`; once it is gone (closed, expired,
    or the node went away) each block may go at any moment. So bytes count only between two looks at the block's
    generation: `view` and `array` look before, ask `is_current` behind. `copy` does both. The memory itself stays
    mapped as long as anything made of it lives. Safe from any thread.
    """

    def __init__(self, outcomes: Outcomes, held: Held | None) -> None:
        self.outcomes = outcomes
        """One for every block asked for, in order: first the hits, then the misses, each with its cause."""
        self._held = held
        self._guard = threading.Lock()
        self._closed = False
        self._cached: tuple[NDArray[Any], NDArray[Any]] | None = None
        self._last_renewal = LeaseResult.DONE if held else LeaseResult.UNKNOWN

    @staticmethod
    def missed(blocks: int, outcome: Outcome) -> Loaded:
        """Nothing found, the same outcome for every block."""
        return Loaded(Outcomes([int(outcome)] * blocks), None)

    @property
    def hits(self) -> int:
        """Length of the hit prefix, blocks."""
        return self._held.slots.blocks if self._held else 0

    @property
    def is_closed(self) -> bool:
        """True once the lease has been given back."""
        return self._closed or self._held is None

    @property
    def lease(self) -> bytes:
        """The 16-byte name of the lease; empty where nothing was found."""
        return self._held.lease if self._held else b""

    def view(self, block: int, slot: int = 0) -> memoryview | None:
        """The slot itself, padding included: read-only bytes in the pool, without a copy. Not locked by anything:
        whoever used it asks `is_current` afterwards, and only then do its bytes count.

        :param block: index into the hashes of the query
        :param slot: number of the layout, of any rank
        :returns: None if the block was no hit, or is there no more, or this is closed: compute it
        """
        held = self._held
        if held is None or not (0 <= block < held.slots.blocks and 0 <= slot < held.slots.slots_per_block):
            self._require_slot(block, slot)
            return None
        if self._closed:
            return None
        return held.live.pool.current_view(held.slots.extent(block, slot))

    def array(
        self, block: int, slot: int = 0, dtype: Any = "uint8", shape: Any = (-1,)
    ) -> NDArray[Any] | None:
        """`view` as a read-only numpy array of `dtype` and `shape`. Needs numpy."""
        import numpy

        view = self.view(block, slot)
        return None if view is None else numpy.frombuffer(view, dtype).reshape(shape)

    def segment(self, block: int, layer: int, part: int = 0, rank: int = 0) -> memoryview | None:
        """`view` of one segment, without padding: of the engine's own shape, say [token, head, dim].

        :param part: 0 for K or a joint segment, 1 for V
        """
        layout = self._held.live.options.layout if self._held else None
        if layout is None:
            self._require_slot(block, 0)
            return None
        view = self.view(block, layout.slot(layer, rank))
        where = layout.segment(layer, part)
        return None if view is None else view[where.offset : where.offset + where.length]

    def tensor(
        self, block: int, slot: int = 0, dtype: torch.dtype | None = None
    ) -> torch.Tensor | None:
        """`view` as a flat torch tensor, which must not be written to. Needs torch.

        :param dtype: bytes (torch.uint8) where it is None
        """
        import torch

        view = self.view(block, slot)
        if view is None:
            return None
        return torch.frombuffer(view, dtype=torch.uint8 if dtype is None else dtype)

    def offsets(self) -> NDArray[Any]:
        """Where all slots of the hits lie in the pool, bytes from `EnginePool.address`: int64 of shape [block, slot].
        For engines that copy thousands of blocks in one go; ask `current` afterwards. Needs numpy.
        """
        return self._columns()[0]

    def current(self) -> NDArray[Any]:
        """`is_current` of every hit at once: bool of shape [block]; all False once closed. Needs numpy."""
        import numpy

        offsets, generations = self._columns()
        if self._held is None or self._closed:
            return numpy.zeros(self.hits, bool)
        current = self._held.live.pool.are_current(offsets, generations)
        return numpy.asarray(current.all(axis=1))

    def _columns(self) -> tuple[NDArray[Any], NDArray[Any]]:
        if self._cached is None:
            import numpy

            nothing = numpy.empty((0, 0), "int64")
            self._cached = self._held.slots.columns() if self._held else (nothing, nothing)
        return self._cached

    def is_current(self, block: int) -> bool:
        """True if every slot of the block still holds what was sealed: all that was read of it before counts."""
        self._require_slot(block, 0)
        held = self._holding(block)
        if held is None:
            return False
        pool, slots = held.live.pool, held.slots
        return all(
            pool.is_current(slots.extent(block, slot)) for slot in range(slots.slots_per_block)
        )

    def copy(self, block: int, slot: int, destination: Any) -> bool:
        """Copies a slot, padding included, to the start of `destination`.

        :param destination: writable bytes-like and contiguous (bytearray, array, pinned tensor as numpy), at least
            `KvLayout.slot_bytes` long
        :returns: False if the block was no hit or is there no more: compute it; what `destination` then has means
            nothing
        """
        self._require_slot(block, slot)
        target = memoryview(destination).cast("B")
        held = self._holding(block)
        if held is None:
            return False
        extent = held.slots.extent(block, slot)
        unless(
            len(target) >= extent.length,
            "destination",
            f"has {len(target)} bytes; a slot has {extent.length}",
        )
        pool = held.live.pool
        if not pool.is_current(extent):
            return False
        target[: extent.length] = pool.view(extent)
        return pool.is_current(extent)

    def copy_bytes(self, block: int, slot: int = 0) -> bytes | None:
        """A copy of a slot, padding included; None where there is none."""
        self._require_slot(block, slot)
        held = self._holding(block)
        if held is None:
            return None
        extent, pool = held.slots.extent(block, slot), held.live.pool
        copied = bytes(pool.view(extent)) if pool.is_current(extent) else None
        return copied if pool.is_current(extent) else None

    def verify(self, block: int, slot: int, copied: Any) -> bool:
        """Compares a copy of a slot with the checksum (CRC32C) that was taken when it was sealed. Needs no lease.

        Quick with one of the modules `google_crc32c` and `crc32c`, some milliseconds a MiB with numpy, slow without.
        """
        self._require_slot(block, slot)
        if self._held is None or block >= self.hits:
            return False
        length = self._held.live.options.layout.slot_bytes
        source = memoryview(copied).cast("B")
        unless(len(source) >= length, "copied", f"has {len(source)} bytes; a slot has {length}")
        return crc32c(source[:length]) == self._held.slots.checksum(block, slot)

    def renew(self, timeout: float | None = None) -> LeaseResult:
        """Gives the lease its full time again. UNKNOWN also if it holds none, is closed, or the node is away: then
        its blocks may go at any moment.

        :param timeout: seconds; the options' call time-out where None
        """
        answered = threading.Event()
        answers: list[LeaseResult] = []

        def then(result: LeaseResult) -> None:
            answers.append(result)
            answered.set()

        held = self._held
        if held is None or self._closed or held.live.over:
            return LeaseResult.UNKNOWN
        self.renew_later(then)
        answered.wait(held.live.options.call_timeout if timeout is None else timeout)
        return answers[0] if answers else LeaseResult.UNKNOWN

    def renew_later(self, then: Callable[[LeaseResult], None] = lambda result: None) -> None:
        """Renews without waiting; what it came to is in `last_renewal`."""
        held = self._held
        if held is None or self._closed or held.live.over:
            then(LeaseResult.UNKNOWN)
            return

        def ended(result: LeaseResult) -> None:
            self._last_renewal = result
            then(result)

        held.live.renew(held.lease, ended)

    @property
    def last_renewal(self) -> LeaseResult:
        """What the last renewal came to; DONE before the first one, UNKNOWN without a lease."""
        return self._last_renewal

    def close(self) -> None:
        """Gives the lease back. Returns at once; calling it again does nothing."""
        with self._guard:
            if self._closed or self._held is None:
                return
            self._closed = True
        self._held.live.closed(self)
        self._held.live.leases.let_go(self._held.lease)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Loaded({self.hits} hits of {len(self.outcomes)} blocks)"

    def _holding(self, block: int) -> Held | None:
        return None if self._closed or block >= self.hits else self._held

    def _require_slot(self, block: int, slot: int) -> None:
        unless(len(self.outcomes) > 0, "block", "is of an empty query")
        integer("block", block, 0, len(self.outcomes) - 1)
        if self._held is not None:
            integer("slot", slot, 0, self._held.slots.slots_per_block - 1)
