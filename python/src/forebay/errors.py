"""What can go wrong, and how it is said.

A cache that is away is a miss and no exception (`CacheUnavailable` only where a client was opened as strict).
Input that no node would take is `InvalidInput` at once, and has changed nothing.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass


class ForebayError(Exception):
    """The root of everything that this package raises on purpose."""


class InvalidInput(ForebayError, ValueError):
    """Bad input: names the field and what is wrong with it. Nothing has changed."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field} {reason}")
        self.field = field
        self.reason = reason


class CacheUnavailable(ForebayError):
    """The cache is away; raised by strict clients only."""


class PoolError(ForebayError):
    """A pool file is not what the node said, or its instance's lock cannot be had."""


class Remedy(enum.Enum):
    """What helps after a failure."""

    RETRY = "RETRY"
    ELSEWHERE = "ELSEWHERE"
    RECOMPUTE = "RECOMPUTE"


@dataclass(frozen=True)
class Failed:
    """The world failed: nobody has answered, so nothing is known to be done. To repeat the call is harmless."""

    remedy: Remedy
    message: str


class CallRefused(ForebayError):
    """Inside the package: the other side refuses a request. `field` is `rpc` where it does not know the call."""

    NOT_SERVED = "rpc"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message

    @property
    def is_not_served(self) -> bool:
        """True if the other side does not know the call at all."""
        return self.field == self.NOT_SERVED

    def as_input(self) -> InvalidInput:
        """The same as the caller's own bad input."""
        return InvalidInput(self.field, self.message)


class CallFailed(ForebayError):
    """Inside the package: a call got no answer, or one that makes no sense."""

    def __init__(self, remedy: Remedy, message: str) -> None:
        super().__init__(message)
        self.failure = Failed(remedy, message)

    @staticmethod
    def of_refusal(refusal: CallRefused) -> CallFailed:
        """What a call that nobody serves comes to."""
        return CallFailed(Remedy.ELSEWHERE, str(refusal))
