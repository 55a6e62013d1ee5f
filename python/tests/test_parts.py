"""The small parts, without a cluster."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from conftest import hashes
from forebay import HandoffReport, HandoffState, Namespace, PrefetchAnswer, PrefetchStatus, SaveReport
from forebay._backoff import BackOff
from forebay._leases import LeaseBook
from forebay._throttles import MAX_KEYS, Throttles
from forebay.events import Complete, Event, EventGap, EventKind, Happened, Replicas, Standing, Started
from forebay.handoff import Barrier, Scopes
from forebay.outcomes import HandoffLevel, Tier
from forebay.save import Tally
from forebay.table import Place, TierTable

SPACE = Namespace("m", "", "f")
CAP = PrefetchAnswer(PrefetchStatus.THROTTLED_CAP)


def test_a_throttled_block_is_held_back_for_longer_and_longer() -> None:
    throttles, now, key = Throttles(), 100.0, (SPACE, b"a")
    assert throttles.held_back(key, now) is None
    for pause in (0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0):
        throttles.heard(key, CAP, now)
        assert throttles.held_back(key, now + pause - 0.001) == CAP
        now += pause + 0.001
        assert throttles.held_back(key, now) is None
    throttles.heard(key, CAP, now + 10.0)  # let alone for long: it begins anew
    assert throttles.held_back(key, now + 10.2) is None
    throttles.heard(key, PrefetchAnswer(PrefetchStatus(42)), now + 20.0)
    assert throttles.held_back(key, now + 20.05) is not None  # a value of a later version is throttled
    throttles.heard(key, PrefetchAnswer(PrefetchStatus.QUEUED), now + 20.06)
    assert throttles.held_back(key, now + 20.07) is None


def test_of_too_many_throttled_blocks_the_oldest_is_forgotten() -> None:
    throttles = Throttles()
    for index in range(MAX_KEYS + 1):
        throttles.heard((SPACE, index.to_bytes(4, "big")), CAP, 0.0)
    assert throttles.held_back((SPACE, bytes(4)), 0.01) is None
    assert throttles.held_back((SPACE, (1).to_bytes(4, "big")), 0.01) == CAP


def test_pauses_double_up_to_a_bound() -> None:
    full, half = BackOff(lambda: 0.0), BackOff(lambda: 1.0)
    assert [full.next() for _ in range(7)] == [0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0]
    assert [half.next() for _ in range(2)] == [0.05, 0.1]
    full.reset()
    assert full.next() == 0.1


class Book:
    """A book whose releases a test answers."""

    def __init__(self) -> None:
        self.released: list[bytes] = []
        self.then: list[Callable[[object], None]] = []
        self.book = LeaseBook(self._release)

    def _release(self, lease: bytes, then: Callable[[object], None]) -> None:
        self.released.append(lease)
        self.then.append(then)


def test_a_lease_is_given_back_with_its_last_holder() -> None:
    told = Book()
    assert told.book.hold(b"l") and told.book.hold(b"l")
    told.book.let_go(b"l")
    assert told.released == []
    told.book.let_go(b"l")
    assert told.released == [b"l"]
    assert not told.book.hold(b"l")  # on its way back: ask again
    told.book.await_released(0.01)
    told.then[0](None)
    assert told.book.hold(b"l") and told.book.held() == [b"l"]


def test_a_late_lease_is_kept_while_its_request_is_asked_for_again() -> None:
    told = Book()
    told.book.begin("r")
    told.book.late("r", b"l")
    assert told.released == []
    assert told.book.hold(b"l")
    told.book.end("r")
    assert told.released == []
    told.book.let_go(b"l")
    assert told.released == [b"l"]
    told.book.late("r", b"k")
    assert told.released == [b"l", b"k"]


def barrier(request_id: str | None = None, **more: object) -> Barrier:
    given: dict[str, object] = {"blocks": None, "since": None, "with_keys": False, **more}
    return Barrier(
        request_id, given["blocks"], given["since"], level=HandoffLevel.REGISTERED, deadline=1.0,
        with_keys=bool(given["with_keys"]),
    )  # type: ignore[arg-type]  # fmt: skip


def test_a_barrier_never_says_more_than_is_true() -> None:
    scopes, chain = Scopes(), hashes("barrier", 3)
    scopes.add("r", chain)
    assert barrier("r").whole(HandoffReport(registered=1), scopes) == HandoffReport(registered=1, pending=2)
    assert barrier("r").whole(None, scopes).pending == 3
    assert barrier("other").whole(None, scopes).forgotten
    assert barrier(since=4).whole(None, scopes).forgotten
    assert barrier(blocks=[*chain, chain[0]]).whole(None, scopes) == HandoffReport(pending=3)
    said = HandoffReport(registered=1, keys={HandoffState.LEASED: chain[:1]})
    whole = barrier("r", with_keys=True).whole(said, scopes)
    assert whole.pending == 2 and whole.keys[HandoffState.PENDING] == chain[1:]
    scopes.forget("r")
    assert scopes.keys("r") == []


def test_scopes_are_bounded() -> None:
    scopes = Scopes()
    for index in range(4_097):
        scopes.add(f"r{index}", [b"x"])
    assert scopes.keys("r0") == [] and scopes.keys("r1") == [b"x"]


def test_a_save_that_nobody_answers_has_failed() -> None:
    assert Tally([b"a", b"b", b"a"]).report() == SaveReport(failed=3)


def stored(node: str, session: int, *chain: bytes, kind: EventKind = EventKind.STORED) -> Event:
    return Event(kind, len(chain), 0, Replicas(node, session, Tier.MEMORY, SPACE, chain))


def test_a_table_is_the_masters_after_any_story() -> None:
    table = TierTable()
    table(Started(7, 10, EventGap.NONE, True))
    table(Standing([Replicas("a", 1, Tier.MEMORY, SPACE, [b"x", b"y"])]))
    assert not table.progress().whole
    table(Happened(11, [stored("b", 2, b"x"), stored("a", 1, b"y", kind=EventKind.REMOVED)]))
    table(Standing([Replicas("b", 2, Tier.MEMORY, SPACE, [b"x"])]))  # standing twice is standing once
    table(Complete(12))
    progress = table.progress()
    assert (progress.whole, progress.sequence, progress.replicas) == (True, 12, 2)
    assert table.places(SPACE, b"x") == {Place("a", 1, Tier.MEMORY), Place("b", 2, Tier.MEMORY)}
    assert table.places(SPACE, b"y") == set()
    table(Happened(13, [stored("a", 1, b"y", kind=EventKind.REMOVED), Event(EventKind.UNKNOWN, 5, 0, None)]))
    assert table.progress().sequence == 18
    gone = Event(EventKind.OWNER_GONE, 1, 0, Replicas("b", 2, Tier.MEMORY, None, []))
    table(Happened(19, [gone]))
    assert table.places(SPACE, b"x") == {Place("a", 1, Tier.MEMORY)}
    later = Replicas("a", 1, Tier(9), SPACE, [b"z"])
    table(Happened(20, [Event(EventKind.STORED, 1, 0, later)]))
    assert table.places(SPACE, b"z") == set()  # a tier of a later version is left out
    table(Started(8, 0, EventGap.BEHIND, False))
    assert not table.progress().whole
    table(Started(8, 0, EventGap.EPOCH, True))
    assert table.progress().replicas == 0


@pytest.mark.parametrize("status", list(PrefetchStatus))
def test_only_throttled_is_throttled(status: PrefetchStatus) -> None:
    assert status.is_throttled == status.name.startswith("THROTTLED")
