"""The barrier: how complete a handoff is. Its report never says more than is true."""

from __future__ import annotations

import enum
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from forebay import _checks
from forebay.errors import InvalidInput
from forebay.outcomes import HandoffLevel
from forebay.v1 import engine_pb2

_MAX_REQUESTS = 4_096
_MAX_KEYS = 1 << 20


class HandoffState(enum.Enum):
    """How one block of a handoff stands."""

    LEASED = "leased"
    """Registered, and kept for the time of a handoff."""
    REGISTERED = "unleased"
    PENDING = "pending"
    REFUSED = "refused"
    GONE = "gone"
    UNSEALED = "unsealed"


@dataclass(frozen=True)
class HandoffReport:
    """What the barrier says about one scope; the first five counts add up to it.

    :param registered: blocks that the master has applied and that are still resident (ON_SSD: safe on SSD)
    :param pending: resident blocks whose registration the master has not applied
    :param refused: blocks that there was no room for
    :param gone: blocks that the node has no more, or never had
    :param unsealed: blocks that somebody is still writing
    :param unleased: those of the registered ones that nothing keeps from being evicted before they are read
    :param master_epoch: the master's incarnation; 0 without a session, and where nobody has answered
    :param forgotten: the scope may have more blocks than are counted here
    :param keys: the counted blocks by state; empty unless asked for
    """

    registered: int = 0
    pending: int = 0
    refused: int = 0
    gone: int = 0
    unsealed: int = 0
    unleased: int = 0
    master_epoch: int = 0
    forgotten: bool = False
    keys: Mapping[HandoffState, Sequence[bytes]] = field(default_factory=dict)

    @property
    def scope(self) -> int:
        """Blocks in the scope, as far as they are known."""
        return self.registered + self.pending + self.refused + self.gone + self.unsealed

    @property
    def is_complete(self) -> bool:
        """True if every block of the scope can be found by others, and the scope is wholly known."""
        return self.registered == self.scope and not self.forgotten

    @staticmethod
    def of(message: engine_pb2.AwaitHandoffResponse) -> HandoffReport:
        """What the node said."""
        keys = {}
        for state in HandoffState:
            hashes = list(getattr(message.keys, state.value))
            if hashes:
                keys[state] = hashes
        return HandoffReport(
            message.registered,
            message.pending,
            message.refused,
            message.gone,
            message.unsealed,
            message.unleased,
            message.master_epoch,
            message.forgotten,
            keys,
        )


class Scopes:
    """The keys that a client tried to save or found present, by request: what a barrier must account for even if the
    node has forgotten the request or is away. Bounded; beyond that the oldest request goes. Safe from any thread.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._keys: dict[str, dict[bytes, None]] = {}
        self._count = 0

    def add(self, request_id: str, hashes: Iterable[bytes]) -> None:
        """These are in the request's scope from now on."""
        with self._guard:
            scope = self._keys.setdefault(request_id, {})
            self._count -= len(scope)
            scope.update(dict.fromkeys(hashes))
            self._count += len(scope)
            while len(self._keys) > 1 and (
                len(self._keys) > _MAX_REQUESTS or self._count > _MAX_KEYS
            ):
                self._drop(next(iter(self._keys)))

    def keys(self, request_id: str) -> list[bytes]:
        """In the order in which they were added."""
        with self._guard:
            return list(self._keys.get(request_id, ()))

    def forget(self, request_id: str) -> None:
        """The request's handoff is complete."""
        with self._guard:
            self._drop(request_id)

    def _drop(self, request_id: str) -> None:
        self._count -= len(self._keys.pop(request_id, ()))


class Barrier:
    """One barrier, with what the client itself knows of its scope: exactly one of the three.

    :param request_id: every block that this request saved, found present, or got no room for
    :param blocks: these blocks, whoever saved them
    :param since: every block that the instance saved since it was given this marker
    """

    def __init__(
        self,
        request_id: str | None,
        blocks: Sequence[bytes] | None,
        since: int | None,
        *,
        level: HandoffLevel,
        deadline: float,
        with_keys: bool,
    ) -> None:
        if sum(each is not None for each in (request_id, blocks, since)) != 1:
            raise InvalidInput("scope", "is to be exactly one of request_id, blocks and since")
        self.request_id = _checks.name("request_id", request_id) if request_id is not None else None
        self._blocks = _checks.hashes(blocks, field="blocks") if blocks is not None else None
        self._since = since
        self._level = HandoffLevel(level)
        self.deadline = _checks.seconds("deadline", deadline)
        self._with_keys = with_keys

    def request(self, instance: str) -> engine_pb2.AwaitHandoffRequest:
        """The message that asks."""
        message = engine_pb2.AwaitHandoffRequest(
            instance_id=instance,
            level=f"HANDOFF_LEVEL_{self._level.name}",
            deadline_nanos=_checks.nanos(self.deadline),
            with_keys=self._with_keys,
        )
        if self.request_id is not None:
            message.request_id = self.request_id
        elif self._blocks is not None:
            message.blocks.hashes.extend(self._blocks)
        else:
            message.since = self._since or 0
        return message

    def whole(self, said: HandoffReport | None, scopes: Scopes) -> HandoffReport:
        """The whole report: blocks that the node does not account for are pending."""
        known = list(dict.fromkeys(self._blocks or ()))
        if self.request_id is not None:
            known = scopes.keys(self.request_id)
        if said is None:
            said = HandoffReport(forgotten=self._blocks is None and not known)
        missing = max(0, len(known) - said.scope)
        if not self._with_keys or (not said.keys and said.scope > 0):
            return replace(said, pending=said.pending + missing)
        told = {each for hashes in said.keys.values() for each in hashes}
        more = [each for each in known if each not in told]
        keys = dict(said.keys)
        if more:
            keys[HandoffState.PENDING] = [*keys.get(HandoffState.PENDING, ()), *more]
        return replace(said, pending=said.pending + len(more), keys=keys)
