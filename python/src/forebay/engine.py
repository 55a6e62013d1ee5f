"""An engine rank's door to the cache."""

from __future__ import annotations

import atexit
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, NoReturn, Self

from forebay import _checks
from forebay._channel import AWAIT_HANDOFF, MARK, PREFETCH, PREFIX_LENGTH, SLACK_SECONDS, Method
from forebay._keeper import Keeper
from forebay._query import QueryRun
from forebay._registration import LiveRegistration
from forebay.errors import CacheUnavailable, CallFailed, CallRefused, Failed, Remedy
from forebay.handoff import Barrier, HandoffReport, Scopes
from forebay.loaded import Loaded
from forebay.options import EngineOptions, Namespace
from forebay.outcomes import HandoffLevel, Outcome, QueryMode
from forebay.pool import EnginePool
from forebay.save import Save, SaveReport, Tally
from forebay.triggers import TriggerDecided, TriggerOff, joined_trigger, trigger_report
from forebay.v1 import engine_pb2

BlockWriter = Callable[[int, int, memoryview], None]
"""Writes one slot: block (index into the hashes), slot (the layout's number), bytes (the slot in the pool)."""

_CLOSE_SECONDS = 1.0
_open_clients: weakref.WeakSet[EngineClient] = weakref.WeakSet()


@dataclass(frozen=True)
class PrefixLengths:
    """How much of a chain could be had, at that moment.

    :param local: leading blocks in the node's own memory
    :param reachable: leading blocks that are there or that a live node has
    :param complete: whether the master was asked where that was needed, and answered
    """

    local: int
    reachable: int
    complete: bool


class EngineClient:
    """Saves and loads blocks in place, in the pool that this process shares with the node of its host.

    A cache that is away is a miss and never an exception, unless the options say strict (CacheUnavailable). Bad input
    is InvalidInput either way, and has changed nothing. It connects in the background and comes back by itself, after
    pauses of 100 ms to 2 s. Every wait is bounded: by the deadline given and at most 250 ms, or by the options' call
    time-out for each answer that has no deadline. Safe from any thread. A process that forks opens its clients
    afterwards, as gRPC asks.
    """

    def __init__(self, options: EngineOptions) -> None:
        """Opens the client; a strict one raises CacheUnavailable without a registration within the call time-out."""
        self.options = options
        self._keeper = Keeper(options)
        self._scopes = Scopes()
        self._closed = False
        self._keeper.start()
        _open_clients.add(self)
        if options.strict:
            self._require_connected()

    def _require_connected(self) -> None:
        connected = False
        try:
            connected = self.await_connected(self.options.call_timeout)
        finally:
            if not connected:
                self.close()
        if not connected:
            self._away(f"no registration within {self.options.call_timeout} s")

    @property
    def is_connected(self) -> bool:
        """True while the client is registered."""
        return self._keeper.current is not None

    def await_connected(self, timeout: float) -> bool:
        """Waits until the client is registered, `timeout` seconds at most.

        Raises InvalidInput if the node refuses what the options say, such as another layout than the other ranks'.
        """
        return self._keeper.wait(timeout)

    @property
    def namespace(self) -> Namespace | None:
        """The namespace of this engine's blocks, as the node said it; None while the node is away."""
        live = self._keeper.current
        return live.registered.namespace if live else None

    @property
    def node_id(self) -> str:
        """The node's name; empty while it is away, and where it does not say."""
        live = self._keeper.current
        return live.registered.node_id if live else ""

    @property
    def pool(self) -> EnginePool | None:
        """The mapped pool, for registering it with a device; None while the node is away. Another node process has
        another pool.
        """
        live = self._keeper.current
        return live.pool if live else None

    def reserve(self, request_id: str, hashes: Sequence[bytes]) -> Save:
        """Room for this rank's slots of the blocks that the node has neither got nor is getting.

        :param request_id: the engine's request, 1 to 256 characters; the scope of `await_handoff`
        :param hashes: 1 to 65,536 of 1 to 64 bytes; one that is repeated is written once
        """
        _checks.name("request_id", request_id)
        tally = Tally(_checks.hashes(hashes))
        try:
            return Save(self._keeper.current, request_id, tally)
        finally:
            self._scopes.add(request_id, tally.hashes)

    def save(self, request_id: str, hashes: Sequence[bytes], writer: BlockWriter) -> SaveReport:
        """`reserve`, then `writer` for each slot of each granted block in ascending order, then `seal`.

        If `writer` raises, the blocks of this save are given back and the exception is passed on. If the node goes
        away meanwhile they count as failed; a strict client raises if any block failed.
        """
        with self.reserve(request_id, hashes) as room:
            slots = self.options.layout.slots_of_rank(self.options.rank)
            for block in room.blocks:
                for slot in slots:
                    if room.is_lost:
                        break
                    writer(block, slot, room.view(block, slot))
            report = room.seal()
        if self.options.strict and report.failed:
            self._away(f"{report.failed} of {len(hashes)} blocks could not be saved")
        return report

    def query(
        self,
        request_id: str,
        hashes: Sequence[bytes],
        deadline: float,
        mode: QueryMode = QueryMode.LONGEST_PREFIX,
    ) -> Loaded:
        """Finds the longest prefix of a chain, in the node's memory and where needed in its peers', and holds it in
        place. Always one outcome for each block.

        :param request_id: the engine's request; asked again with the same hashes it is the same query
        :param hashes: the whole chain, 1 to 65,536
        :param deadline: when the answer must be final, seconds from now; 1 ms to 10 minutes
        :param mode: FULL_PREFIX finds all or nothing: it waits until the node and its peers together have every block
        """
        _checks.name("request_id", request_id)
        chain = _checks.hashes(hashes)
        _checks.seconds("deadline", deadline)
        live = self._keeper.current
        if live is not None:
            loaded = QueryRun(live, request_id, chain, QueryMode(mode)).run(deadline)
            if loaded is not None:
                return loaded
        if self.options.strict:
            self._away("the query got no answer")
        return Loaded.missed(len(chain), Outcome.MISS_NODE_UNAVAILABLE)

    def prefix_length(self, hashes: Sequence[bytes], deadline: float) -> PrefixLengths:
        """How much of a chain a query could have now. Fetches, leases and touches nothing; zero and not complete
        while the node is away.

        :param deadline: how long the master may be waited for, seconds; 1 ms to 10 minutes
        """
        chain = _checks.hashes(hashes)
        _checks.seconds("deadline", deadline)
        request = engine_pb2.PrefixLengthRequest(
            instance_id=self.options.instance, hashes=chain, deadline_nanos=_checks.nanos(deadline)
        )
        reply = self._ask(PREFIX_LENGTH, request, deadline + SLACK_SECONDS)
        if reply is None or not reply.local <= reply.reachable <= len(chain):
            if self.options.strict:
                self._away("the question for a prefix's length got no answer")
            return PrefixLengths(0, 0, False)
        return PrefixLengths(reply.local, reply.reachable, reply.complete)

    def prefetch(
        self, hashes: Sequence[bytes], request_id: str = "", need_in: float = 1.0
    ) -> TriggerDecided | TriggerOff | Failed:
        """A request will read these blocks in so long: those on SSD alone are to be in memory by then. For engines
        without a router; the node asks the master. Never raises because somebody is away, strict or not.

        :param request_id: at most 256 characters, may be empty
        :param need_in: seconds from now; 0 to 10 minutes
        :returns: Failed where the node or its master is away: nothing is known to be done
        """
        chain = _checks.any_hashes(hashes, None)
        _checks.optional_name("request_id", request_id)
        _checks.seconds("need_in", need_in, 0.0)
        live = self._keeper.current
        if live is None:
            return Failed(Remedy.RETRY, f"the node at {self.options.node_address} is away")
        channel = live.channel

        def ask(batch: list[bytes]) -> TriggerDecided | TriggerOff:
            request = engine_pb2.PrefetchRequest(
                instance_id=self.options.instance,
                hashes=batch,
                request_id=request_id,
                need_in_nanos=_checks.nanos(need_in),
            )
            reply = channel.call(PREFETCH, request, self.options.call_timeout)
            return trigger_report(reply.outcome, len(batch))

        try:
            return joined_trigger(chain, ask)
        except CallRefused as refusal:
            if refusal.is_not_served:
                return TriggerOff(supported=False)
            live.refused(refusal)
            return Failed(Remedy.RETRY, str(refusal))
        except CallFailed as e:
            return e.failure

    def mark(self) -> int | None:
        """A marker: what this engine saves from now on is since it, for `await_handoff`. None while the node is away;
        with a lost registration the marker is lost, too, and a barrier on it says forgotten.
        """
        request = engine_pb2.MarkRequest(instance_id=self.options.instance)
        reply = self._ask(MARK, request, self.options.call_timeout)
        return None if reply is None else int(reply.marker)

    def await_handoff(
        self,
        request_id: str | None = None,
        *,
        blocks: Sequence[bytes] | None = None,
        since: int | None = None,
        deadline: float,
        level: HandoffLevel = HandoffLevel.REGISTERED,
        with_keys: bool = False,
    ) -> HandoffReport:
        """Waits until other nodes can find the scope's blocks, and counts them. The scope is exactly one of a request,
        some blocks, and a marker.

        Keys that are in the scope and that the node does not account for (it is away, or has forgotten them in a
        restart) count as pending. Without the node's word a scope that only it knows is forgotten.

        :param deadline: seconds from now; 1 ms to 10 minutes
        :param level: how far the blocks must have come
        :param with_keys: whether the report names the blocks, too
        """
        barrier = Barrier(
            request_id, blocks, since, level=level, deadline=deadline, with_keys=with_keys
        )
        request = barrier.request(self.options.instance)
        reply = self._ask(AWAIT_HANDOFF, request, deadline + SLACK_SECONDS)
        if reply is None and self.options.strict:
            self._away("the barrier got no answer")
        said = None if reply is None else HandoffReport.of(reply)
        whole = barrier.whole(said, self._scopes)
        if said is not None and whole.is_complete and barrier.request_id is not None:
            self._scopes.forget(barrier.request_id)
        return whole

    def close(self) -> None:
        """Gives all leases back, deregisters and unmaps. Waits about two seconds at most. Everything that is loaded is
        closed by it; a save under way in another thread ends with failed blocks. Calling it again does nothing.
        """
        if self._closed:
            return
        self._closed = True
        _open_clients.discard(self)
        live = self._keeper.retire()
        wait = min(_CLOSE_SECONDS, self.options.call_timeout)
        if live is not None:
            live.release_all(wait)
        self._keeper.stop(_CLOSE_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _ask(self, method: Method, request: Any, timeout: float) -> Any:
        """The node's answer; None if it gave none."""
        live: LiveRegistration | None = self._keeper.current
        if live is None:
            return None
        try:
            return live.channel.call(method, request, timeout)
        except CallRefused as refusal:
            live.refused(refusal)
        except CallFailed:
            pass
        return None

    def _away(self, what: str) -> NoReturn:
        raise CacheUnavailable(f"the node at {self.options.node_address} is away: {what}")


@atexit.register
def _close_all() -> None:
    for client in list(_open_clients):
        client.close()
