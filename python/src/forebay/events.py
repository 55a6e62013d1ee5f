"""What happens to replicas, as a stream that lasts over losses of the connection."""

from __future__ import annotations

import enum
import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from forebay import _checks
from forebay._backoff import BackOff
from forebay._channel import WATCH_EVENTS, Channel
from forebay.errors import CallFailed, CallRefused, Remedy
from forebay.options import Namespace, RouterOptions
from forebay.outcomes import OpenEnum, Tier
from forebay.v1 import events_pb2

_log = logging.getLogger("forebay")


class EventGap(OpenEnum):
    """Why events are missing; an unknown value is to be treated as BEHIND."""

    NONE = 0
    EPOCH = 1
    """They are of another incarnation of the master."""
    BEHIND = 2
    """The master does not keep them any more."""


class EventKind(enum.Enum):
    """What has happened; UNKNOWN takes its numbers and changes nothing."""

    STORED = "stored"
    REMOVED = "removed"
    OWNER_GONE = "owner_gone"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Replicas:
    """Replicas of one node in one tier.

    :param session: the node's registration with the master; replicas of another one are others
    """

    node: str
    session: int
    tier: Tier
    namespace: Namespace | None
    hashes: Sequence[bytes]

    @staticmethod
    def of(run: events_pb2.ReplicaRun) -> Replicas:
        """What a message says."""
        space = Namespace.of(run.namespace)
        return Replicas(run.node_id, run.session, Tier(run.tier), space, list(run.hashes))


@dataclass(frozen=True)
class Event:
    """Neighbouring events of one kind, `count` numbers together.

    :param cause: the number of its cause in `events.proto`
    :param replicas: which; of a node that is gone its name and session, without hashes
    """

    kind: EventKind
    count: int
    cause: int
    replicas: Replicas | None


@dataclass(frozen=True)
class Started:
    """From here on all events behind `sequence` follow; a table is emptied where a snapshot follows."""

    master_epoch: int
    sequence: int
    gap: EventGap
    snapshot: bool


@dataclass(frozen=True)
class Standing:
    """A part of a snapshot."""

    runs: Sequence[Replicas]


@dataclass(frozen=True)
class Complete:
    """The snapshot is whole, with the events up to this one."""

    sequence: int


@dataclass(frozen=True)
class Happened:
    """Events, one behind the other."""

    first_sequence: int
    events: Sequence[Event]

    @property
    def last_sequence(self) -> int:
        """The number of the last one."""
        return self.first_sequence + sum(each.count for each in self.events) - 1


EventPart: TypeAlias = Started | Standing | Complete | Happened
EventListener: TypeAlias = Callable[[EventPart], object]
"""Gets the parts in order, one at a time, on the subscription's thread."""


@dataclass(frozen=True)
class WatchFrom:
    """Where a subscription begins.

    :param table: whether a snapshot is to follow where events are missing; else the stream goes on from the present
    """

    message: events_pb2.WatchEventsRequest
    table: bool

    @staticmethod
    def snapshot() -> WatchFrom:
        """With all that stands now, then what happens."""
        begin = events_pb2.FromSnapshot()
        return WatchFrom(events_pb2.WatchEventsRequest(snapshot=begin, table=True), True)

    @staticmethod
    def now() -> WatchFrom:
        """With what happens from now on."""
        begin = events_pb2.FromNow()
        return WatchFrom(events_pb2.WatchEventsRequest(now=begin), False)

    @staticmethod
    def after(master_epoch: int, sequence: int, table: bool = False) -> WatchFrom:
        """With what happened behind this event, as far as the master still knows."""
        _checks.integer("master_epoch", master_epoch, 1, (1 << 63) - 1)
        _checks.integer("sequence", sequence, 0, (1 << 63) - 1)
        begin = events_pb2.EventPosition(master_epoch=master_epoch, sequence=sequence)
        return WatchFrom(events_pb2.WatchEventsRequest(after=begin, table=table), table)


def part_of(message: events_pb2.WatchEventsResponse) -> EventPart | None:
    """What a message says; None for a part that is not known, which is passed over."""
    match message.WhichOneof("part"):
        case "started":
            part = message.started
            return Started(part.master_epoch, part.sequence, EventGap(part.gap), part.snapshot)
        case "standing":
            return Standing([Replicas.of(run) for run in message.standing.runs])
        case "complete":
            return Complete(message.complete.sequence)
        case "happened":
            part = message.happened
            return Happened(part.first_sequence, [_event(run) for run in part.runs])
    return None


def _event(run: events_pb2.EventRun) -> Event:
    match run.WhichOneof("event"):
        case "stored":
            stored = run.stored
            return Event(EventKind.STORED, run.count, stored.cause, Replicas.of(stored.replicas))
        case "removed":
            gone = run.removed
            return Event(EventKind.REMOVED, run.count, gone.cause, Replicas.of(gone.replicas))
        case "owner_gone":
            owner = run.owner_gone
            who = Replicas(owner.node_id, owner.session, Tier.MEMORY, None, [])
            return Event(EventKind.OWNER_GONE, run.count, owner.cause, who)
    return Event(EventKind.UNKNOWN, run.count, 0, None)


class EventSubscription:
    """Goes on behind the last part that its listener has taken, over losses and changes of the master; a snapshot that
    was not whole, and a number that is missing, are asked for anew. When no master knows events, all are asked again
    after `RouterOptions.off_for` only. `close` from any thread, the listener's own included.
    """

    def __init__(self, options: RouterOptions, start: WatchFrom, listener: EventListener) -> None:
        self._options = options
        self._start = start
        self._listener = listener
        self._back_off = BackOff()
        self._closed = threading.Event()
        self._guard = threading.Lock()
        self._call: Any = None
        self._request = start
        self._epoch = 0
        self._heard = 0
        self._in_snapshot = False
        self._listening = False
        self._not_served = 0
        self.losses = 0
        """How often the stream had to begin again."""
        self._thread = threading.Thread(target=self._run, name="forebay-events", daemon=True)
        self._thread.start()

    @property
    def is_closed(self) -> bool:
        """True once it has been closed."""
        return self._closed.is_set()

    def close(self) -> None:
        """Ends it. A listener that is being told something is told it to the end."""
        self._closed.set()
        with self._guard:
            call = self._call
        if call is not None:
            call.cancel()
        if threading.current_thread() is not self._thread:
            self._thread.join(1.0)

    def _run(self) -> None:
        masters, index = list(self._options.masters), 0
        while not self._closed.is_set():
            try:
                self._listen(masters[index])
            except (CallRefused, CallFailed) as e:
                refused = isinstance(e, CallRefused) and e.is_not_served
                self._not_served = self._not_served + 1 if refused else 0
                _log.info("events of %s ended: %s", masters[index], e)
            except Exception:
                _log.exception("a listener of events failed; they are asked for anew")
                self._request = self._anew()
            if self._closed.is_set():
                return
            self.losses += 1
            index = (index + 1) % len(masters)
            pause = self._back_off.next()
            if self._not_served >= len(masters):
                self._not_served = 0
                pause = max(pause, self._options.off_for)
            self._closed.wait(pause)

    def _listen(self, master: str) -> None:
        channel = Channel(master)
        self._listening = False
        call = channel.stream(WATCH_EVENTS, self._request.message)
        watch = threading.Timer(self._options.call_timeout, self._expire, (call,))
        watch.daemon = True
        try:
            with self._guard:
                self._call = call
            watch.start()
            for message in channel.responses(WATCH_EVENTS, call):
                if self._closed.is_set():
                    return
                part = part_of(message)
                if part is None:
                    continue
                if not self._follows(part):
                    self._request = self._anew()
                    raise CallFailed(Remedy.RETRY, "an event is missing, so all are asked for anew")
                self._listener(part)
                self._taken(part)
        finally:
            watch.cancel()
            with self._guard:
                self._call = None
            call.cancel()
            channel.close()

    def _expire(self, call: Any) -> None:
        if not self._listening:
            call.cancel()

    def _anew(self) -> WatchFrom:
        return WatchFrom.snapshot() if self._start.table else WatchFrom.now()

    def _follows(self, part: EventPart) -> bool:
        match part:
            case Started():
                return True
            case Happened():
                return self._listening and part.first_sequence == self._heard + 1
        return self._listening

    def _taken(self, part: EventPart) -> None:
        match part:
            case Started():
                self._listening = True
                self._not_served = 0
                self._back_off.reset()
                self._epoch, self._heard = part.master_epoch, part.sequence
                self._in_snapshot = part.snapshot
            case Complete():
                self._in_snapshot = False
            case Happened():
                self._heard = part.last_sequence
        # Within a snapshot it is no use to go on from here.
        behind = WatchFrom.after(self._epoch, self._heard, self._start.table)
        self._request = WatchFrom.snapshot() if self._in_snapshot else behind
