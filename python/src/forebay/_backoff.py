"""Pauses between attempts."""

from __future__ import annotations

import random
from collections.abc import Callable

FIRST_SECONDS = 0.1
LONGEST_SECONDS = 2.0


class BackOff:
    """Pauses from 100 ms to 2 s, each twice the last one, shortened by chance to no less than half. For one thread."""

    def __init__(self, chance: Callable[[], float] = random.random) -> None:
        self._chance = chance
        self._next = FIRST_SECONDS

    def next(self) -> float:
        """The pause before the next attempt, seconds."""
        full = self._next
        self._next = min(2 * full, LONGEST_SECONDS)
        return full * (1 - 0.5 * self._chance())

    def reset(self) -> None:
        """An attempt has succeeded: the next pause is the first one again."""
        self._next = FIRST_SECONDS
