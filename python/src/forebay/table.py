"""A table of replicas that follows the master's events."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from forebay.events import (
    Complete,
    Event,
    EventGap,
    EventKind,
    EventPart,
    Happened,
    Replicas,
    Standing,
    Started,
)
from forebay.options import Namespace
from forebay.outcomes import Tier


@dataclass(frozen=True)
class Place:
    """Where a replica is."""

    node: str
    session: int
    tier: Tier


@dataclass(frozen=True)
class Progress:
    """How far a table has come.

    :param whole: False before the first snapshot's end and while another one comes: then blocks are missing
    :param sequence: of the last event in it
    :param replicas: that it has
    """

    whole: bool
    master_epoch: int
    sequence: int
    replicas: int


class TierTable:
    """Where every replica is, as the master's table says it: give it to `RouterClient.events`. It is some milliseconds
    behind; a node that is silent for a while is in it, while `lookup` does not name it. Safe from any thread.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._blocks: dict[tuple[Namespace, bytes], set[Place]] = {}
        self._sessions: dict[int, set[tuple[Namespace, bytes, Place]]] = {}
        self._whole = False
        self._epoch = self._sequence = self._size = 0

    def __call__(self, part: EventPart) -> None:
        """Takes the next part."""
        with self._changed:
            self._apply(part)
            self._changed.notify_all()

    def places(self, namespace: Namespace, block_hash: bytes) -> set[Place]:
        """Where the block is; empty where nobody has it."""
        with self._changed:
            return set(self._blocks.get((namespace, block_hash), ()))

    def progress(self) -> Progress:
        """How far it has come."""
        with self._changed:
            return self._progress()

    def wait(self, until: Callable[[Progress], bool], timeout: float) -> bool:
        """Waits until the progress is so, `timeout` seconds at most; False if it is not by then."""
        with self._changed:
            return self._changed.wait_for(lambda: until(self._progress()), timeout)

    def _progress(self) -> Progress:
        return Progress(self._whole, self._epoch, self._sequence, self._size)

    def _apply(self, part: EventPart) -> None:
        match part:
            case Started():
                self._epoch, self._sequence = part.master_epoch, part.sequence
                if part.snapshot:
                    self._blocks.clear()
                    self._sessions.clear()
                    self._size = 0
                    self._whole = False
                elif part.gap != EventGap.NONE:
                    self._whole = False
            case Standing():
                for run in part.runs:
                    self._add(run)
            case Complete():
                self._sequence, self._whole = part.sequence, True
            case Happened():
                for event in part.events:
                    self._follow(event)
                self._sequence = part.last_sequence

    def _follow(self, event: Event) -> None:
        if event.replicas is None:
            return
        match event.kind:
            case EventKind.STORED:
                self._add(event.replicas)
            case EventKind.REMOVED:
                run = event.replicas
                place = Place(run.node, run.session, run.tier)
                if run.namespace is not None and run.tier.is_known:
                    for each in run.hashes:
                        self._drop(run.namespace, each, place)
            case EventKind.OWNER_GONE:
                for namespace, each, place in list(self._sessions.get(event.replicas.session, ())):
                    self._drop(namespace, each, place)

    def _add(self, run: Replicas) -> None:
        if run.namespace is None or not run.tier.is_known:
            return
        place = Place(run.node, run.session, run.tier)
        mine = self._sessions.setdefault(run.session, set())
        for each in run.hashes:
            places = self._blocks.setdefault((run.namespace, each), set())
            self._size += place not in places
            places.add(place)
            mine.add((run.namespace, each, place))

    def _drop(self, namespace: Namespace, block_hash: bytes, place: Place) -> None:
        places = self._blocks.get((namespace, block_hash))
        if places is None or place not in places:
            return
        places.remove(place)
        self._size -= 1
        if not places:
            del self._blocks[namespace, block_hash]
        mine = self._sessions.get(place.session, set())
        mine.discard((namespace, block_hash, place))
        if not mine:
            self._sessions.pop(place.session, None)
