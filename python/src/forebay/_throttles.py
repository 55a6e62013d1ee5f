"""Keeps a router that is told *throttled* from asking for the same block again at once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import NamedTuple

from forebay.options import Namespace
from forebay.triggers import PrefetchAnswer

MAX_KEYS = 65_536
FIRST_SECONDS = 0.1
LONGEST_SECONDS = 2.0

Key = tuple[Namespace, bytes]


class _Pause(NamedTuple):
    answer: PrefetchAnswer
    seconds: float
    until: float


class Throttles:
    """The first pause is 100 ms, each further one twice as long, up to 2 s, until the block is answered otherwise.
    Nothing is lost by that, since the master itself tries a throttled block again. Beyond 65,536 blocks the one
    throttled longest ago is forgotten. Safe from any thread.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._pauses: OrderedDict[Key, _Pause] = OrderedDict()

    def held_back(self, key: Key, now: float) -> PrefetchAnswer | None:
        """What the block was answered last, while it is not to be asked for again."""
        with self._guard:
            pause = self._pauses.get(key)
            return pause.answer if pause is not None and pause.until > now else None

    def heard(self, key: Key, answer: PrefetchAnswer, now: float) -> None:
        """A master has answered."""
        with self._guard:
            before = self._pauses.pop(key, None)
            if not answer.status.is_throttled:
                return
            seconds = FIRST_SECONDS
            if before is not None and now - before.until <= LONGEST_SECONDS:
                seconds = min(2 * before.seconds, LONGEST_SECONDS)
            self._pauses[key] = _Pause(answer, seconds, now + seconds)
            if len(self._pauses) > MAX_KEYS:
                self._pauses.popitem(last=False)
