"""Saving blocks: reserve room, write in place, seal; all under one registration."""

from __future__ import annotations

import enum
import logging
import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from forebay._channel import ABORT, RESERVE, SEAL
from forebay._checks import integer
from forebay._registration import LiveRegistration
from forebay._replies import Granted, WrongReply, granted, require
from forebay.errors import CallFailed, CallRefused, ForebayError, InvalidInput
from forebay.outcomes import ReserveResult, SealResult
from forebay.pool import Extent
from forebay.v1 import engine_pb2

_log = logging.getLogger("forebay")
_SEALED = (SealResult.DONE, SealResult.ALREADY_SEALED)


@dataclass(frozen=True)
class SaveReport:
    """How the blocks of one save ended; the counts add up to the hashes given.

    :param written: by this rank, and sealed
    :param present: resident before, or a repetition of one that was written
    :param elsewhere: being written by another instance, request or thread
    :param no_room: the node has no room; the engine keeps its own copy
    :param failed: the node was away, went away, or had dropped the reservation
    """

    written: int = 0
    present: int = 0
    elsewhere: int = 0
    no_room: int = 0
    failed: int = 0


class _End(enum.Enum):
    WRITTEN = "written"
    PRESENT = "present"
    ELSEWHERE = "elsewhere"
    NO_ROOM = "no_room"
    FAILED = "failed"


class Tally:
    """How each block of one save ends; failed until something better is known. A hash that is given twice is one
    block: its repetitions count as present once the first is written, else like the first. For one thread.
    """

    def __init__(self, hashes: Sequence[bytes]) -> None:
        self._times = Counter(hashes)
        self.hashes = list(self._times)
        """The different ones, in the order of their first appearance."""
        self._given = hashes
        self._ends: dict[bytes, _End] = {}

    def indexes(self) -> dict[bytes, int]:
        """Where each different hash first appears."""
        first: dict[bytes, int] = {}
        for index, each in enumerate(self._given):
            first.setdefault(each, index)
        return first

    def end(self, block_hash: bytes, end: _End) -> None:
        """A block has ended so."""
        self._ends[block_hash] = end

    def report(self) -> SaveReport:
        """The counts."""
        counts: Counter[_End] = Counter()
        for block_hash, times in self._times.items():
            end = self._ends.get(block_hash, _End.FAILED)
            counts[end] += 1
            counts[_End.PRESENT if end is _End.WRITTEN else end] += times - 1
        return SaveReport(**{end.value: count for end, count in counts.items()})


class Save:
    """Room for the blocks of one save, to be written in place. Use it in a `with`; `seal` makes blocks of it, and
    leaving without it gives the room back.

        with client.reserve("request-7", hashes) as save:
            for block in save.blocks:
                save.view(block, slot)[:] = ...
            report = save.seal()

    Between `reserve` and `seal` the registration may end: then `seal` counts the blocks as failed, and the memory is
    still there to be written to. For one thread at a time.
    """

    def __init__(self, live: LiveRegistration | None, request_id: str, tally: Tally) -> None:
        self._live = live if live is not None and live.enter_writing() else None
        self._request_id = request_id
        self._tally = tally
        self._claimed: set[bytes] = set()
        self._room: dict[int, tuple[bytes, Granted]] = {}
        self._views: list[memoryview] = []
        self._guard = threading.Lock()
        self._over = self._live is None
        if self._live is not None:
            self._claimed = self._live.claim(request_id, tally.hashes)
            try:
                self._reserve(self._live, request_id)
            except BaseException:
                self._finish()
                raise

    @property
    def blocks(self) -> list[int]:
        """The blocks to write, ascending: indexes into the hashes given. The others need nothing."""
        return sorted(self._room)

    @property
    def is_lost(self) -> bool:
        """True if the registration has ended: what is written now is for nothing."""
        return self._live is None or self._live.over

    def view(self, block: int, slot: int) -> memoryview:
        """A slot of a block to be written, padding included: writable bytes in the pool. Not to be touched after
        `seal`.

        :param block: one of `blocks`
        :param slot: of this rank, by the layout's number
        """
        if self._live is None or self._over or block not in self._room:
            raise InvalidInput("block", f"is {block}, which is not to be written")
        slots = self._live.options.layout.slots_of_rank(self._live.options.rank)
        if slot not in slots:
            raise InvalidInput("slot", f"is {slot}; this rank writes {slots}")
        extent = self._room[block][1].extents[slots.index(slot)]
        view = self._live.pool.writable(extent)
        self._views.append(view)
        return view

    def array(self, block: int, slot: int, dtype: Any = "uint8", shape: Any = (-1,)) -> Any:
        """`view` as a writable numpy array of `dtype` and `shape`. Needs numpy."""
        import numpy

        return numpy.frombuffer(self.view(block, slot), dtype).reshape(shape)

    def seal(self) -> SaveReport:
        """Says that everything is written: blocks are made of it. Waits at most the options' call time-out."""
        with self._guard:
            live, self._over, was_over = self._live, True, self._over
        if live is not None and not was_over:
            try:
                if not live.over and self._room:
                    self._seal(live)
            finally:
                self._finish()
        return self._tally.report()

    def abort(self) -> SaveReport:
        """Gives the room back: nothing here writes to it any more. Calling it again does nothing."""
        with self._guard:
            live, self._over, was_over = self._live, True, self._over
        if live is not None and not was_over:
            try:
                if not live.over and self._room:
                    self._ask(live, ABORT, engine_pb2.AbortRequest)
            except ForebayError as e:
                _log.warning("not given back: %s", e)
            finally:
                self._finish()
        return self._tally.report()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.abort()

    def _reserve(self, live: LiveRegistration, request_id: str) -> None:
        hashes, layout = self._tally.hashes, live.options.layout
        request = engine_pb2.ReserveRequest(
            instance_id=live.options.instance,
            request_id=request_id,
            rank=live.options.rank,
            hashes=hashes,
            pool_nonce=live.registered.pool_nonce,
        )
        slots = len(layout.slots_of_rank(live.options.rank))
        try:
            reply = live.channel.call(RESERVE, request, live.options.call_timeout)
            grants = granted(reply, len(hashes), slots)
        except CallRefused as refusal:
            self._drop_claims(live, self._claimed)
            live.refused(refusal)
            return
        except (CallFailed, WrongReply) as e:
            _log.warning("nothing is reserved: %s", e)
            self._drop_claims(live, self._claimed)
            return
        self._enter(live, reply.results, grants)

    def _enter(
        self, live: LiveRegistration, results: Sequence[int], grants: list[Granted]
    ) -> None:
        """Enters in the tally what is not to be written, and keeps the rest."""
        ends: dict[int, _End] = {
            ReserveResult.PRESENT: _End.PRESENT,
            ReserveResult.IN_FLIGHT_ELSEWHERE: _End.ELSEWHERE,
        }
        for block_hash, result in zip(self._tally.hashes, results):
            if result != ReserveResult.GRANTED:
                self._tally.end(block_hash, ends.get(result, _End.NO_ROOM))
        first = self._tally.indexes()
        for grant in grants:
            block_hash = self._tally.hashes[grant.at]
            if block_hash not in self._claimed:
                self._tally.end(block_hash, _End.ELSEWHERE)
            elif self._fits(live, grant.extents):
                self._room[first[block_hash]] = (block_hash, grant)
        self._drop_claims(live, self._claimed - {each for each, _ in self._room.values()})

    @staticmethod
    def _fits(live: LiveRegistration, extents: Iterable[Extent]) -> bool:
        """A wrong grant is left alone: the node drops it by itself."""
        size = live.options.layout.slot_bytes
        fits = all(each.length == size and live.pool.is_current(each) for each in extents)
        if not fits:
            _log.error("the node granted extents that don't fit the layout or the pool: %s", extents)
        return fits

    def _seal(self, live: LiveRegistration) -> None:
        for block_hash, result in self._ask(live, SEAL, engine_pb2.SealRequest).items():
            self._tally.end(block_hash, _End.WRITTEN if result in _SEALED else _End.FAILED)

    def _ask(self, live: LiveRegistration, method: Any, request: Any) -> dict[bytes, int]:
        """Seals or aborts all rooms; what it came to for each. Claims stay where the node's word is missing: the
        request may still be on its way.
        """
        rooms = [self._room[block] for block in self.blocks]
        blocks = [engine_pb2.ReservedBlock(hash=h, reservation=g.number) for h, g in rooms]
        message = request(
            instance_id=live.options.instance, rank=live.options.rank, blocks=blocks
        )
        try:
            results = live.channel.call(method, message, live.options.call_timeout).results
            require(len(results) == len(rooms), f"{len(results)} results for {len(rooms)} blocks")
        except CallRefused as refusal:
            self._drop_claims(live, [each for each, _ in rooms])
            live.refused(refusal)
            return {}
        except (CallFailed, WrongReply) as e:
            _log.warning("no word on %d written blocks: %s", len(rooms), e)
            return {}
        self._drop_claims(live, [each for each, _ in rooms])
        return {block_hash: result for (block_hash, _), result in zip(rooms, results)}

    def _drop_claims(self, live: LiveRegistration, hashes: Iterable[bytes]) -> None:
        gone = list(hashes)
        live.unclaim(self._request_id, gone)
        self._claimed = self._claimed.difference(gone)

    def _finish(self) -> None:
        """Nothing here writes any more."""
        self._over = True
        for view in self._views:
            try:
                view.release()
            except BufferError:  # an array of it lives; its owner was told not to touch it
                pass
        self._views.clear()
        if self._live is not None:
            self._live.leave_writing()
