"""One query from its first call to its final answer.

Long polls until the node says `ready` or the deadline has passed. Whatever lease comes after that is given back at
once, so that giving up leaks nothing. The node answers by the deadline itself, and is given a little more for the way.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from forebay import _checks
from forebay._channel import QUERY, SLACK_SECONDS
from forebay._registration import LiveRegistration
from forebay._replies import WrongReply, ready
from forebay.errors import CallFailed, CallRefused
from forebay.loaded import Held, Loaded
from forebay.outcomes import Outcome, QueryMode
from forebay.v1 import engine_pb2

_log = logging.getLogger("forebay")
_SHORTEST_SECONDS = 0.001
_LAST_WORD_SECONDS = 10.0


class QueryRun:
    """One query under one registration, on the thread that asks."""

    def __init__(
        self, live: LiveRegistration, request_id: str, hashes: list[bytes], mode: QueryMode
    ) -> None:
        self._live = live
        self._request_id = request_id
        self._asked = len(hashes)
        self._mode = mode
        self._request = engine_pb2.QueryRequest(
            instance_id=live.options.instance,
            request_id=request_id,
            hashes=hashes,
            pool_nonce=live.registered.pool_nonce,
            mode=f"QUERY_MODE_{mode.name}",
        )

    def run(self, deadline: float) -> Loaded | None:
        """The final answer; None if the node gave none."""
        self._live.leases.begin(self._request_id)
        try:
            return self._poll(deadline)
        except KeyboardInterrupt:
            self._ask_last_word()
            raise
        finally:
            self._live.leases.end(self._request_id)

    def _poll(self, deadline: float) -> Loaded | None:
        end = time.monotonic() + deadline
        left = deadline
        while left >= _SHORTEST_SECONDS:
            try:
                reply = self._ask(left)
                if reply.WhichOneof("state") == "ready":
                    loaded = self._taken(reply.ready)
                    if loaded is not None:
                        return loaded
            except CallRefused as refusal:
                self._live.refused(refusal)
                return None
            except CallFailed:
                self._ask_last_word()
                return None
            except WrongReply as wrong:
                _log.error("the node's answer to a query is wrong; it counts as none: %s", wrong)
                return None
            time.sleep(_SHORTEST_SECONDS)
            left = end - time.monotonic()
        self._ask_last_word()
        return Loaded.missed(self._asked, Outcome.MISS_DEADLINE)

    def _ask(self, left: float) -> Any:
        self._request.deadline_nanos = self._request.wait_nanos = _checks.nanos(left)
        return self._live.channel.call(QUERY, self._request, left + SLACK_SECONDS)

    def _taken(self, reply: engine_pb2.Ready) -> Loaded | None:
        """What was found; None if its lease is just being given back: ask again."""
        live = self._live
        try:
            whole = self._mode == QueryMode.FULL_PREFIX
            found = ready(reply, self._asked, live.options.layout, live.pool.size_bytes, whole)
        except WrongReply:
            if reply.lease_id:
                live.leases.late(self._request_id, reply.lease_id)
            raise
        if not found.lease:
            return Loaded(found.outcomes, None)
        if not live.leases.hold(found.lease):
            return None
        loaded = Loaded(found.outcomes, Held(live, found.lease, found.slots))
        live.opened(loaded)
        return loaded

    def _ask_last_word(self) -> None:
        """The node may come to grant a lease for which nobody waits: one more long poll finds it, and gives it back."""
        if self._live.over:
            return
        last = engine_pb2.QueryRequest()
        last.CopyFrom(self._request)
        last.deadline_nanos = last.wait_nanos = _checks.nanos(_LAST_WORD_SECONDS)

        def heard(answer: Any) -> None:
            if isinstance(answer, engine_pb2.QueryResponse) and answer.ready.lease_id:
                self._live.leases.late(self._request_id, answer.ready.lease_id)

        self._live.channel.send(QUERY, last, _LAST_WORD_SECONDS + SLACK_SECONDS, heard)
