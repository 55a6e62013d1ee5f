"""The masters that may answer, asked one after the other within one deadline, the one that answered last first."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from forebay._channel import Channel, Method
from forebay.errors import CallFailed, CallRefused, Remedy


class Masters:
    """Each gets an equal part of what is left, so that a silent one leaves time for others. Safe from any thread."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self._channels = [Channel(address) for address in addresses]
        self._current = 0
        self._closed = False

    def ask(self, method: Method, request: Any, end: float) -> Any:
        """The first answer of one that knows the call. Raises CallRefused (of one, or that none knows it) or
        CallFailed with what each of them failed with; at `end` (time.monotonic) at the latest.
        """
        problems: list[str] = []
        not_served: CallRefused | None = None
        count, first = len(self._channels), self._current
        for i in range(count):
            index = (first + i) % count
            left = end - time.monotonic()
            if self._closed or left <= 0:
                problems.append("the client is closed" if self._closed else "the time is over")
                break
            try:
                answer = self._channels[index].call(method, request, left / (count - i))
                self._current = index
                return answer
            except CallRefused as refusal:
                if not refusal.is_not_served:
                    self._current = index
                    raise
                not_served = refusal
            except CallFailed as e:
                problems.append(e.failure.message)
        if not_served is not None:
            raise not_served
        raise CallFailed(Remedy.RETRY, "; ".join(problems))

    def close(self) -> None:
        """Fails what is in flight and everything later."""
        self._closed = True
        for channel in self._channels:
            channel.close()
