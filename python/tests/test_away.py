"""Whatever dies, answers are misses with causes, in time, and everything comes back by itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from cluster import Cluster, Server, eventually
from conftest import LAYOUT, content, fill, hashes
from forebay import CacheUnavailable, EngineClient, LeaseResult, Outcome
from forebay.errors import Failed
from forebay.triggers import TriggerDecided, TriggerOff

Open = Callable[..., EngineClient]
SLACK = 0.25
SMALL = ("--pool-size", "4MiB", "--pool-granule", "4KiB", "--lease-engine", "1s")


@pytest.fixture(scope="module")
def small(cluster: Cluster, master: Server) -> Iterator[Server]:
    """A node of 4 MiB, 64 blocks, whose leases are short."""
    node = cluster.node("small", master.control, *SMALL)
    yield node
    node.close()


def press(client: EngineClient, name: str) -> None:
    """Saves twice what the pool holds."""
    for part in range(16):
        chain = hashes(f"{name}-{part}", 8)
        client.save(f"{name}-{part}", chain, fill(chain))
        client.await_handoff(f"{name}-{part}", deadline=5.0)


def test_the_generation_tells_of_an_evicted_block(engine: Open, small: Server) -> None:
    client, chain = engine(small.control, renew_every=None), hashes("evicted", 2)
    client.save("r", chain, fill(chain))
    loaded = client.query("q", chain, 2.0)
    view = loaded.view(0)
    assert view is not None and loaded.is_current(0)

    def gone() -> bool:
        press(client, f"others-{time.monotonic()}")
        return not loaded.is_current(0)

    eventually(gone, what="the lease ends after 1 s, and then the block is evicted")
    assert loaded.view(0) is None and loaded.array(0) is None
    assert loaded.current()[0] == loaded.is_current(0)
    assert loaded.copy_bytes(0) is None
    assert not loaded.copy(0, 0, bytearray(LAYOUT.slot_bytes))
    press(client, "last")
    assert view != content(chain[0], 0, LAYOUT.slot_bytes)  # somebody else's bytes by now
    assert loaded.renew() == LeaseResult.UNKNOWN
    loaded.close()


def test_what_is_loaded_is_renewed_by_itself(engine: Open, small: Server) -> None:
    client, chain = engine(small.control, renew_every=0.2), hashes("renewed", 2)
    client.save("r", chain, fill(chain))
    with client.query("q", chain, 2.0) as loaded:
        start = time.monotonic()
        while time.monotonic() - start < 2.2:  # two lives of a lease
            press(client, f"pressure-{time.monotonic()}")
            assert loaded.is_current(0) and loaded.is_current(1)
        assert loaded.last_renewal == LeaseResult.DONE
        assert loaded.copy_bytes(1, 3) == content(chain[1], 3, LAYOUT.slot_bytes)


CRASHING = """
import sys
from forebay import EngineClient, EngineOptions, KvLayout
client = EngineClient(EngineOptions(%r, "crashing", KvLayout(4, 1, 8 << 10, 64), "m"))
assert client.await_connected(20)
room = client.reserve("r", [bytes([i, 1]) for i in range(60)])
room.view(room.blocks[0], 0)[:] = bytes(%d)
print(len(room.blocks), flush=True)
sys.stdin.readline()
"""


def test_memory_of_an_engine_that_is_killed_while_it_saves_comes_back(
    engine: Open, cluster: Cluster, small: Server
) -> None:
    client = engine(small.control)
    crashing = cluster.python(CRASHING % (small.control, LAYOUT.slot_bytes))
    granted = int(crashing.line())
    assert granted > 30
    chain = hashes("after-crash", 50)
    report = client.save("before", chain, fill(chain))
    assert report.no_room > 0
    crashing.kill()
    eventually(
        lambda: client.save(f"after-{time.monotonic()}", chain, fill(chain)).no_room == 0,
        what="the dead engine's memory is given to others",
    )


def test_a_paused_node_costs_no_more_than_the_deadline(engine: Open, small: Server) -> None:
    client, chain = engine(small.control, call_timeout=0.5), hashes("paused", 3)
    client.save("r", chain, fill(chain))
    small.pause()
    try:
        for call, bound in (
            (lambda: client.query("q", chain, 0.3).outcomes, 0.3),
            (lambda: client.save("s", hashes("paused-too", 1), fill(chain)).failed, 0.5),
            (lambda: client.prefix_length(chain, 0.3).complete, 0.3),
            (lambda: client.await_handoff("r", deadline=0.3), 0.3),
            (lambda: client.prefetch(chain), 0.5),
        ):
            start = time.monotonic()
            answer = call()
            assert time.monotonic() - start < bound + SLACK, answer
    finally:
        small.resume()
    with client.query("q2", chain, 5.0) as loaded:
        assert loaded.hits == 3


def test_a_killed_node_is_misses_at_once_and_comes_back(
    engine: Open, cluster: Cluster, master: Server
) -> None:
    node = cluster.node("mortal", master.control, "--pool-size", "8MiB")
    client, chain = engine(node.control), hashes("mortal", 4)
    strict = engine(node.control, strict=True)
    client.save("r", chain, fill(chain))
    loaded = client.query("q", chain, 2.0)
    view, pool = loaded.view(0), client.pool
    node.kill()
    start = time.monotonic()
    with client.query("q2", chain, 1.0) as missed:
        assert time.monotonic() - start < 1.0 + SLACK
        assert missed.hits == 0
        assert missed.outcomes == [Outcome.MISS_NODE_UNAVAILABLE] * 4
    assert client.save("r2", chain, fill(chain)).failed == 4
    report = client.await_handoff("r", deadline=0.2)
    assert (report.pending, report.is_complete, report.master_epoch) == (4, False, 0)
    assert not client.prefix_length(chain, 0.2).complete
    assert client.mark() is None and isinstance(client.prefetch(chain), Failed)
    assert client.await_handoff(since=5, deadline=0.2).forgotten
    with pytest.raises(CacheUnavailable):
        strict.query("q", chain, 0.2)
    with pytest.raises(CacheUnavailable):
        strict.save("r", chain, fill(chain))
    # A node that died takes nothing along.
    assert view == content(chain[0], 0, LAYOUT.slot_bytes) and loaded.is_current(0)
    assert loaded.renew() == LeaseResult.UNKNOWN
    loaded.close()
    again = cluster.node("mortal", master.control, "--pool-size", "8MiB", port=node.port)
    assert client.await_connected(20.0) and client.pool is not pool
    assert client.save("r3", chain, fill(chain)).written == 4
    with client.query("q3", chain, 2.0) as loaded:
        assert loaded.hits == 4
    again.close()


def test_a_client_of_nobody_misses_and_closes(engine: Open) -> None:
    client, chain = engine("127.0.0.1:9", wait=False), hashes("nobody", 2)
    assert not client.await_connected(0.3) and client.namespace is None
    with client.query("q", chain, 5.0) as loaded:
        assert loaded.outcomes == [Outcome.MISS_NODE_UNAVAILABLE] * 2
        assert loaded.view(0) is None and loaded.segment(0, 0) is None
    assert client.save("r", chain, fill(chain)).failed == 2
    start = time.monotonic()
    client.close()
    client.close()
    assert time.monotonic() - start < 2.0
    with pytest.raises(CacheUnavailable):
        engine("127.0.0.1:9", strict=True, call_timeout=0.2)


def test_a_trigger_goes_through_the_node(engine: Open) -> None:
    client, chain = engine(), hashes("through-node", 3)
    client.save("r", chain[:2], fill(chain))
    client.await_handoff("r", deadline=5.0)
    report = client.prefetch(chain, "r", 0.5)
    assert isinstance(report, TriggerDecided | TriggerOff)
    if isinstance(report, TriggerDecided):
        assert [each.status.name for each in report.answers] == ["IN_MEMORY"] * 2 + ["NOT_FOUND"]
