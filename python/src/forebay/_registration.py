"""A registration with the node and everything that lives and dies with it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from forebay._channel import RELEASE, RENEW, Channel
from forebay._leases import LeaseBook
from forebay.errors import CallFailed, CallRefused, PoolError, Remedy
from forebay.lock import InstanceLock
from forebay.options import PROTOCOL_VERSION, EngineOptions, Namespace
from forebay.outcomes import LeaseResult
from forebay.pool import EnginePool
from forebay.v1 import engine_pb2

if TYPE_CHECKING:
    from forebay.loaded import Loaded

_log = logging.getLogger("forebay")
# Fields whose refusal means that the node has forgotten the registration or has restarted.
_LOST = frozenset({"instance_id", "pool_nonce"})


@dataclass(frozen=True)
class Registered:
    """What the node said when it welcomed the rank."""

    namespace: Namespace
    pool_path: str
    pool_nonce: int
    lock_path: str
    node_id: str

    @staticmethod
    def of(message: engine_pb2.RegisterResponse) -> Registered:
        """What a welcome says; raises CallFailed for a version that was not offered."""
        if message.version != PROTOCOL_VERSION:
            raise CallFailed(
                Remedy.RETRY, f"the node picked version {message.version}; offered was {PROTOCOL_VERSION}"
            )
        return Registered(
            Namespace.of(message.namespace),
            message.pool_path,
            message.pool_nonce,
            message.lock_path,
            message.node_id,
        )


class LiveRegistration:
    """The connection, the mapped pool, the instance's lock, the leases, and the keys being written.

    In force -> over, by the loss of the connection, by the node's word that it does not know the instance, or by
    `close`; never back. Once over, nothing is asked of the node under it, so that no seal can meet a successor's
    reservations. The lock is given back when the last writer has left: only then may the node give the memory to
    others. The mapping stays as long as anybody has a view of it. Safe from any thread.
    """

    def __init__(
        self,
        options: EngineOptions,
        channel: Channel,
        registered: Registered,
        lost: Callable[[], None],
    ) -> None:
        """Maps the pool that the node named and takes the instance's lock; raises PoolError where that fails."""
        if registered.namespace.fingerprint != options.layout.fingerprint:
            raise PoolError(f"the node registered another layout: {registered.namespace}")
        self.options = options
        self.registered = registered
        self.channel = channel
        self.over = False
        self._lost = lost
        self._guard = threading.Lock()
        self._writers = 1
        self._claims: set[tuple[str, bytes]] = set()
        self._open: set[Loaded] = set()
        self._file_lock = InstanceLock.hold(registered.lock_path)
        try:
            self.pool = EnginePool.open(registered.pool_path, registered.pool_nonce)
        except BaseException:
            self._file_lock.close()
            raise
        self.leases = LeaseBook(self._release)

    def _release(self, lease: bytes, then: Callable[[Any], None]) -> None:
        request = engine_pb2.ReleaseRequest(instance_id=self.options.instance, lease_id=lease)
        self.channel.send(RELEASE, request, self.options.call_timeout, then)

    def renew(self, lease: bytes, then: Callable[[LeaseResult], None]) -> None:
        """Asks for the lease's full time again, without waiting; no answer is an unknown lease."""
        request = engine_pb2.RenewRequest(instance_id=self.options.instance, lease_id=lease)

        def ended(answer: Any) -> None:
            if isinstance(answer, CallRefused) and answer.field in _LOST:
                self.lose()
            good = isinstance(answer, engine_pb2.RenewResponse)
            result = LeaseResult(answer.result) if good else LeaseResult.UNKNOWN
            then(result if result.is_known else LeaseResult.UNKNOWN)

        self.channel.send(RENEW, request, self.options.call_timeout, ended)

    def renew_all(self) -> None:
        """Renews the lease of everything that is loaded, without waiting."""
        for loaded in self._loaded():
            loaded.renew_later()

    def refused(self, refusal: CallRefused) -> None:
        """An instance or a pool that the node does not know ends the registration; else it is bad input, and raised."""
        if refusal.field not in _LOST:
            raise refusal.as_input() from refusal
        self.lose()

    def lose(self) -> None:
        """From this moment nothing is written or asked under it; the keeper ends it."""
        self.over = True
        self._lost()

    def enter_writing(self) -> bool:
        """Joins those who may write; False when the registration is over."""
        with self._guard:
            if self.over or self._writers == 0:
                return False
            self._writers += 1
            return True

    def leave_writing(self) -> None:
        """Leaves; once for each entry, and once for the owner. The last one gives the lock back."""
        with self._guard:
            self._writers -= 1
            last = self._writers == 0
        if last:
            self._file_lock.close()

    def claim(self, request_id: str, hashes: Iterable[bytes]) -> set[bytes]:
        """Claims keys of a request for one writer of this process; those that another writer of the same request has
        are left out.

        A node answers a repeated reservation of one request and rank with the same extents, so nobody else keeps two
        threads apart. Writers of different requests are kept apart by the node, which grants a key to one of them:
        that one has to write it, or nobody could until the node forgets.
        """
        with self._guard:
            mine = {each for each in hashes if (request_id, each) not in self._claims}
            self._claims |= {(request_id, each) for each in mine}
            return mine

    def unclaim(self, request_id: str, hashes: Iterable[bytes]) -> None:
        """Lets go of claimed keys."""
        with self._guard:
            self._claims.difference_update((request_id, each) for each in hashes)

    def opened(self, loaded: Loaded) -> None:
        """Somebody holds blocks."""
        with self._guard:
            self._open.add(loaded)

    def closed(self, loaded: Loaded) -> None:
        """Somebody holds them no more."""
        with self._guard:
            self._open.discard(loaded)

    def _loaded(self) -> list[Loaded]:
        with self._guard:
            return list(self._open)

    def release_all(self, timeout: float) -> None:
        """Closes everything that is loaded and waits, `timeout` seconds at most, for the node's word on it."""
        for loaded in self._loaded():
            loaded.close()
        self.leases.await_released(timeout)

    def end(self) -> None:
        """Ends it and frees what is no longer used. Called once, by the keeper."""
        self.over = True
        self.channel.close()
        self.leave_writing()
