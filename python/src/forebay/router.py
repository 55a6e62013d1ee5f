"""A router's door to the masters: where blocks are, and that they are to be in memory before a request reads them."""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self, TypeVar

from forebay import _checks
from forebay._channel import (
    BATCH_PREFETCH,
    CANCEL_PREFETCH,
    LIST_NAMESPACES,
    LOOKUP,
    LOOKUP_AND_PREFETCH,
)
from forebay._masters import Masters
from forebay._throttles import Throttles
from forebay.errors import CacheUnavailable, CallFailed, CallRefused, Failed
from forebay.events import EventListener, EventSubscription, WatchFrom
from forebay.lookups import CancelReply, LookupReply, TriggeredLookup
from forebay.options import Namespace, RouterOptions
from forebay.triggers import PrefetchAnswer, TriggerDecided, TriggerOff, batches, trigger_report
from forebay.v1 import master_pb2, router_pb2

T = TypeVar("T")


class RouterClient:
    """Asks the masters, the one that answered last first.

    - More than 4,096 hashes go in several batches, one behind the other; their answers are joined in order. Where one
      batch fails the whole call has failed; to repeat it is harmless.
    - A master that does not answer is passed over for the next; a call that none answers is `Failed` (a strict client
      raises CacheUnavailable).
    - A block that was throttled is not asked for again for a moment; what it was answered then is answered again.
    - Behind *switched off* or *not supported* no trigger is sent for `RouterOptions.off_for`.

    Every call is over within the options' call time-out, all masters together. Bad input is InvalidInput and has
    changed nothing. Safe from any thread; a call blocks its own only. It connects with the first call.
    """

    def __init__(self, options: RouterOptions) -> None:
        self.options = options
        self._masters = Masters(options.masters)
        self._throttles = Throttles()
        self._off: tuple[TriggerOff, float] | None = None
        self._apart_until = 0.0
        self._subscriptions: weakref.WeakSet[EventSubscription] = weakref.WeakSet()

    def lookup(self, namespace: Namespace, hashes: Sequence[bytes]) -> LookupReply | Failed:
        """Where each of these blocks is, in their order. No side effect."""
        chain = _checks.any_hashes(hashes, None)
        return self._answered(lambda end: self._lookup(namespace, chain, end))

    def prefetch(
        self, namespace: Namespace, hashes: Sequence[bytes], request_id: str = "", need_in: float = 1.0
    ) -> TriggerDecided | TriggerOff | Failed:
        """A request will read these blocks in so long.

        :param request_id: so that `cancel` can take it back; empty for one that never will be
        :param need_in: seconds from now; 0 to 10 minutes
        """
        chain = self._checked(hashes, request_id, need_in)
        return self._answered(lambda end: self._prefetch(namespace, chain, request_id, need_in, end))

    def lookup_and_prefetch(
        self, namespace: Namespace, hashes: Sequence[bytes], request_id: str = "", need_in: float = 1.0
    ) -> TriggeredLookup | Failed:
        """Both in one step of the master: where these blocks are, and that a request will read them.

        Two calls are made where a master does not know the one, where triggers are off (then it is a lookup alone),
        and where a block was throttled a moment ago; each of them has the call time-out.
        """
        chain = self._checked(hashes, request_id, need_in)
        if not self._is_apart(namespace, chain):
            both = self._answered(
                lambda end: self._together(namespace, chain, request_id, need_in, end)
            )
            if both is not None:
                return both
        before = self.lookup(namespace, chain)
        if isinstance(before, Failed):
            return before
        trigger = self.prefetch(namespace, chain, request_id, need_in)
        return trigger if isinstance(trigger, Failed) else TriggeredLookup(before, trigger)

    def cancel(self, request_id: str) -> CancelReply | Failed:
        """A request will not come after all: what only it wanted is not brought to memory any more."""
        _checks.name("request_id", request_id)
        request = router_pb2.CancelPrefetchRequest(request_id=request_id)

        def ask(end: float) -> CancelReply:
            reply = self._masters.ask(CANCEL_PREFETCH, request, end)
            return CancelReply(reply.master_epoch, reply.ended, reply.kept)

        return self._answered(ask)

    def namespaces(self, model: str) -> list[Namespace] | Failed:
        """The namespaces that have blocks of this model, of every tenant and layout."""
        _checks.name("model", model)
        request = master_pb2.ListNamespacesRequest(model=model)

        def ask(end: float) -> list[Namespace]:
            reply = self._masters.ask(LIST_NAMESPACES, request, end)
            return [Namespace.of(each) for each in reply.namespaces]

        return self._answered(ask)

    def events(
        self, listener: EventListener, start: WatchFrom | None = None
    ) -> EventSubscription:
        """Listens to what happens to replicas until the subscription is closed or this client is. It connects by
        itself, again and again, on a thread of its own: a listener that takes its time delays no call.

        :param start: where to begin; with a snapshot of all that stands where None, as a TierTable wants it
        """
        begin = WatchFrom.snapshot() if start is None else start
        subscription = EventSubscription(self.options, begin, listener)
        self._subscriptions.add(subscription)
        return subscription

    def close(self) -> None:
        """Fails what is in flight and everything later, and closes the subscriptions."""
        for subscription in list(self._subscriptions):
            subscription.close()
        self._masters.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _answered(self, ask: Callable[[float], T]) -> T | Failed:
        """What `ask` answers by the end that it is given."""
        try:
            return ask(time.monotonic() + self.options.call_timeout)
        except CallRefused as refusal:
            if not refusal.is_not_served:
                raise refusal.as_input() from refusal
            failure = CallFailed.of_refusal(refusal).failure
        except CallFailed as e:
            failure = e.failure
        if self.options.strict:
            raise CacheUnavailable(f"no master answers: {failure.message}")
        return failure

    @staticmethod
    def _checked(hashes: Sequence[bytes], request_id: str, need_in: float) -> list[bytes]:
        _checks.optional_name("request_id", request_id)
        _checks.seconds("need_in", need_in, 0.0)
        return _checks.any_hashes(hashes, None)

    def _lookup(self, namespace: Namespace, chain: list[bytes], end: float) -> LookupReply:
        joined = LookupReply(0, False, [])
        for batch in batches(chain):
            request = router_pb2.LookupRequest(namespace=namespace.to_message(), hashes=batch)
            joined = joined.and_then(
                LookupReply.of(self._masters.ask(LOOKUP, request, end), len(batch))
            )
        return joined

    def _prefetch(
        self, namespace: Namespace, chain: list[bytes], request_id: str, need_in: float, end: float
    ) -> TriggerDecided | TriggerOff:
        now = time.monotonic()
        off = self._off
        if off is not None and off[1] > now:
            return off[0]
        answers: dict[int, PrefetchAnswer] = {}
        for index, each in enumerate(chain):
            held = self._throttles.held_back((namespace, each), now)
            if held is not None:
                answers[index] = held
        asked = [index for index in range(len(chain)) if index not in answers]
        warming = False
        for at in range(0, len(asked), _checks.MAX_TRIGGER_KEYS):
            part = asked[at : at + _checks.MAX_TRIGGER_KEYS]
            batch = [chain[index] for index in part]
            request = _trigger(namespace, batch, request_id, need_in)
            try:
                report = trigger_report(self._masters.ask(BATCH_PREFETCH, request, end), len(batch))
            except CallRefused as refusal:
                if not refusal.is_not_served:
                    raise
                report = TriggerOff(supported=False)
            if isinstance(report, TriggerOff):
                self._off = (report, time.monotonic() + self.options.off_for)
                return report
            self._heard(namespace, batch, report)
            warming |= report.warming
            answers.update(zip(part, report.answers))
        return TriggerDecided(warming, [answers[index] for index in range(len(chain))])

    def _is_apart(self, namespace: Namespace, chain: list[bytes]) -> bool:
        now = time.monotonic()
        off = self._off
        return (
            (off is not None and off[1] > now)
            or self._apart_until > now
            or any(self._throttles.held_back((namespace, each), now) for each in chain)
        )

    def _together(
        self, namespace: Namespace, chain: list[bytes], request_id: str, need_in: float, end: float
    ) -> TriggeredLookup | None:
        """None where it has to be two calls."""
        before, answers = LookupReply(0, False, []), list[PrefetchAnswer]()
        for batch in batches(chain):
            request = router_pb2.LookupAndPrefetchRequest(
                trigger=_trigger(namespace, batch, request_id, need_in)
            )
            try:
                reply = self._masters.ask(LOOKUP_AND_PREFETCH, request, end)
            except CallRefused as refusal:
                if not refusal.is_not_served:
                    raise
                self._apart_until = time.monotonic() + self.options.off_for
                return None
            report = trigger_report(reply.outcome, len(batch))
            if isinstance(report, TriggerOff):
                self._off = (report, time.monotonic() + self.options.off_for)
                return None
            before = before.and_then(LookupReply.of(reply.before, len(batch)))
            self._heard(namespace, batch, report)
            answers.extend(report.answers)
        return TriggeredLookup(before, TriggerDecided(before.warming, answers))

    def _heard(self, namespace: Namespace, batch: list[bytes], report: TriggerDecided) -> None:
        now = time.monotonic()
        for each, answer in zip(batch, report.answers):
            self._throttles.heard((namespace, each), answer, now)


def _trigger(
    namespace: Namespace, batch: list[bytes], request_id: str, need_in: float
) -> router_pb2.BatchPrefetchToMemoryRequest:
    return router_pb2.BatchPrefetchToMemoryRequest(
        namespace=namespace.to_message(),
        hashes=batch,
        request_id=request_id,
        need_in_nanos=_checks.nanos(need_in),
    )
