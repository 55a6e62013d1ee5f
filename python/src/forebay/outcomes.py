"""What became of a block, as closed sets that stay open: a value of a later version is kept with its number."""

from __future__ import annotations

import enum
from typing import Self


class OpenEnum(enum.IntEnum):
    """An enumeration that takes numbers it does not know, as members named `UNKNOWN_n`."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, int):
            return None
        member = int.__new__(cls, value)
        member._name_ = f"UNKNOWN_{value}"
        member._value_ = value
        return member

    def __str__(self) -> str:
        return self.name

    @property
    def is_known(self) -> bool:
        """False for a value of a later version."""
        return self.value in type(self)._value2member_map_


class Outcome(OpenEnum):
    """How one block of a query ended: a hit, or a miss with exactly one cause.

    An unknown value means a hit where there is a block (`Loaded.hits`), and local pressure elsewhere.
    """

    MEMORY = 1
    PEER = 2
    MISS_NO_OWNER = 3
    MISS_STALE_OWNER = 4
    MISS_TRANSFER_ERROR = 5
    MISS_CORRUPT = 6
    MISS_LOCAL_PRESSURE = 7
    MISS_MASTER_UNAVAILABLE = 8
    MISS_NODE_UNAVAILABLE = 9
    """The engine's own node gave no answer; said by this package alone."""
    MISS_DEADLINE = 10
    NOT_ATTEMPTED = 11
    MISS_SUPPRESSED = 12
    MISS_WARMING = 13
    MISS_LAYOUT = 14
    MISS_INCOMPLETE = 15
    SSD = 16
    MISS_SSD_ERROR = 17
    BUFFER = 18

    @property
    def is_hit(self) -> bool:
        """True for the known hits."""
        return self in HITS


HITS = frozenset({Outcome.MEMORY, Outcome.PEER, Outcome.SSD, Outcome.BUFFER})
MISSES = frozenset(set(Outcome) - HITS)


class ReserveResult(OpenEnum):
    """What a reservation came to, for one block; an unknown value means no room."""

    PRESENT = 1
    GRANTED = 2
    IN_FLIGHT_ELSEWHERE = 3
    NO_ROOM_FULL = 4
    NO_ROOM_TOO_LARGE = 5
    NO_ROOM_QUARANTINE = 6
    NO_ROOM_SHUTTING_DOWN = 7


class SealResult(OpenEnum):
    """What a seal or an abort came to, for one block; an unknown value means not reserved."""

    DONE = 1
    ALREADY_SEALED = 2
    NOT_RESERVED = 3
    OTHER_INSTANCE = 4


class LeaseResult(OpenEnum):
    """What a release or a renewal came to; an unknown value means an unknown lease."""

    DONE = 1
    UNKNOWN = 2
    OTHER_INSTANCE = 3


class QueryMode(enum.IntEnum):
    """What a query wants of a chain."""

    LONGEST_PREFIX = 0
    """As much of its front as can be had."""
    FULL_PREFIX = 1
    """All of it or nothing."""


class HandoffLevel(enum.IntEnum):
    """How far a block must have come to count as handed over."""

    REGISTERED = 1
    """A query from another node finds it."""
    ON_SSD = 2
    """It is on its node's SSD."""


class PrefetchStatus(OpenEnum):
    """What a trigger comes to for one block; an unknown value is to be treated as THROTTLED_CAP."""

    IN_MEMORY = 1
    QUEUED = 2
    THROTTLED_WATERMARK = 3
    THROTTLED_CAP = 4
    NO_LOCAL_DISK = 5
    NOT_FOUND = 6
    TOO_LARGE = 7

    @property
    def is_throttled(self) -> bool:
        """True if the block is to be asked for again, but not at once."""
        throttled = (PrefetchStatus.THROTTLED_WATERMARK, PrefetchStatus.THROTTLED_CAP)
        return self in throttled or not self.is_known


class Tier(OpenEnum):
    """Where a replica is on its node."""

    MEMORY = 0
    LOCAL_DISK = 1
