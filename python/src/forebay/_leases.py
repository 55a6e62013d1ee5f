"""Who in this process holds which engine lease, so that each is given back once, and when nobody here needs it.

It takes a book because a node answers a repeated query with the *same* lease: two threads that ask for one request
share it, and one that came too late for a query may be what the next query is about to get. So a late lease is kept
while its request is being asked for again, and one that is on its way back is not accepted a second time.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

Release = Callable[[bytes, Callable[[object], None]], None]


@dataclass
class _Asking:
    """The queries under way for one request, and the leases that came late for earlier ones."""

    queries: int = 0
    kept: list[bytes] = field(default_factory=list)


class LeaseBook:
    """Safe from any thread; calls to the node are made outside the lock.

    :param release: makes the call that gives a lease back, and tells when the node has answered
    """

    def __init__(self, release: Release) -> None:
        self._release = release
        self._given = threading.Condition()
        self._holders: Counter[bytes] = Counter()
        self._on_the_way_back: set[bytes] = set()
        self._asked: dict[str, _Asking] = {}

    def begin(self, request_id: str) -> None:
        """A query begins."""
        with self._given:
            self._asked.setdefault(request_id, _Asking()).queries += 1

    def end(self, request_id: str) -> None:
        """A query has its lease or has given up."""
        free: list[bytes] = []
        with self._given:
            asking = self._asked[request_id]
            asking.queries -= 1
            if asking.queries == 0:
                del self._asked[request_id]
                free = asking.kept
        for lease in free:
            self.let_go(lease)

    def hold(self, lease: bytes) -> bool:
        """A lease was granted and will be let go. False if this very lease is being given back: ask again."""
        with self._given:
            if lease in self._on_the_way_back:
                return False
            self._holders[lease] += 1
            return True

    def late(self, request_id: str, lease: bytes) -> None:
        """A lease was granted to a query that no longer waits."""
        if not self.hold(lease):
            return
        with self._given:
            asking = self._asked.get(request_id)
            if asking is not None:
                asking.kept.append(lease)
                return
        self.let_go(lease)

    def let_go(self, lease: bytes) -> None:
        """One holder has let go; after the last one the lease is given back."""
        with self._given:
            self._holders[lease] -= 1
            if self._holders[lease] > 0:
                return
            del self._holders[lease]
            if lease in self._on_the_way_back:
                return
            self._on_the_way_back.add(lease)
        self._release(lease, lambda answer: self._back(lease))

    def _back(self, lease: bytes) -> None:
        with self._given:
            self._on_the_way_back.discard(lease)
            self._given.notify_all()

    def held(self) -> list[bytes]:
        """The leases that somebody here holds."""
        with self._given:
            return list(self._holders)

    def await_released(self, timeout: float) -> None:
        """Waits until the node has answered for every lease that is on its way back, `timeout` seconds at most."""
        with self._given:
            self._given.wait_for(lambda: not self._on_the_way_back, timeout)
