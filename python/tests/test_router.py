"""A router against a real master and nodes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from cluster import Cluster, Server, eventually
from conftest import content, fill, hashes
from forebay import (
    CacheUnavailable,
    EngineClient,
    Failed,
    InvalidInput,
    LookupReply,
    Namespace,
    Outcome,
    PrefetchStatus,
    RouterClient,
    RouterOptions,
    Tier,
    TierTable,
    TriggerDecided,
    TriggeredLookup,
    TriggerOff,
    WatchFrom,
)
from forebay.events import EventKind, EventPart, Happened, Started
from forebay.table import Place

Open = Callable[..., EngineClient]
NOWHERE = "127.0.0.1:9"


@pytest.fixture
def router(master: Server) -> Iterator[RouterClient]:
    with RouterClient(RouterOptions([NOWHERE, master.control], call_timeout=5.0)) as client:
        yield client


def saved(client: EngineClient, name: str, count: int) -> tuple[Namespace, list[bytes]]:
    """Blocks that the master knows, and their namespace."""
    chain = hashes(name, count)
    assert client.save(name, chain, fill(chain)).written == count
    assert client.await_handoff(name, deadline=5.0).is_complete
    assert client.namespace is not None
    return client.namespace, chain


def test_a_lookup_says_who_has_what(engine: Open, router: RouterClient) -> None:
    namespace, chain = saved(engine(), "lookup", 5)
    found = router.lookup(namespace, chain + hashes("lookup-none", 1))
    assert isinstance(found, LookupReply) and found.master_epoch > 0
    assert [[each.node for each in block.replicas] for block in found.blocks] == [["alpha"]] * 5 + [[]]
    assert found.blocks[0].replicas[0].tier == Tier.MEMORY
    assert not found.blocks[0].promoting and found.blocks[5].size_bytes == 0
    known = router.namespaces("m")
    assert not isinstance(known, Failed) and namespace in known
    assert router.namespaces("unheard") == []


def test_more_hashes_than_one_call_takes_are_joined_in_order(
    engine: Open, router: RouterClient
) -> None:
    namespace, chain = saved(engine(), "joined", 2)
    many = chain[:1] + hashes("joined-none", 4_200) + chain[1:]
    found = router.lookup(namespace, many)
    assert isinstance(found, LookupReply) and len(found.blocks) == 4_202
    assert [i for i, block in enumerate(found.blocks) if block.replicas] == [0, 4_201]
    assert router.lookup(namespace, []) == LookupReply(0, False, [])


def test_triggers_by_status(engine: Open, router: RouterClient) -> None:
    namespace, chain = saved(engine(), "trigger", 3)
    asked = chain + hashes("trigger-none", 1)
    wanted = [PrefetchStatus.IN_MEMORY] * 3 + [PrefetchStatus.NOT_FOUND]
    report = router.prefetch(namespace, asked, "route-1", 0.5)
    assert isinstance(report, TriggerDecided)
    assert [each.status for each in report.answers] == wanted
    assert report.answers[0].owner == "alpha" and report.answers[0].leased
    both = router.lookup_and_prefetch(namespace, asked, "route-1", 0.5)
    assert isinstance(both, TriggeredLookup) and isinstance(both.trigger, TriggerDecided)
    assert [each.status for each in both.trigger.answers] == wanted
    assert [len(block.replicas) for block in both.before.blocks] == [1, 1, 1, 0]
    assert both.before.blocks[0].replicas[0].lease > 0
    cancelled = router.cancel("route-1")
    assert not isinstance(cancelled, Failed) and (cancelled.ended, cancelled.kept) == (0, 0)


def test_a_block_on_ssd_is_brought_to_memory(
    engine: Open, router: RouterClient, nodes: tuple[Server, Server]
) -> None:
    client = engine(nodes[1].control)
    namespace, chain = client.options.namespace, hashes("promoted", 4)
    client.save("promoted", chain, fill(chain))  # no handoff, which would keep them in memory for a while
    more = 0

    def tiers() -> list[set[str]]:
        found = router.lookup(namespace, chain)
        assert isinstance(found, LookupReply)
        return [{each.tier.name for each in block.replicas} for block in found.blocks]

    def evicted() -> bool:
        nonlocal more
        more += 1
        others = hashes(f"promoted-others-{more}", 16)
        client.save(f"others-{more}", others, fill(others))
        return tiers() == [{"LOCAL_DISK"}] * 4

    eventually(evicted, 30.0, "the blocks are on SSD alone")
    report_of = router.prefetch(namespace, chain, "route-2", 0.2)
    assert isinstance(report_of, TriggerDecided)
    for each in report_of.answers:  # the master tries again by itself what is throttled
        assert each.status.is_throttled or each.status == PrefetchStatus.QUEUED
    eventually(lambda: tiers() == [{"LOCAL_DISK", "MEMORY"}] * 4, 20.0, "they are in memory again")
    with client.query("q", chain, 5.0) as loaded:
        assert loaded.outcomes == [Outcome.BUFFER] * 4
        assert loaded.copy_bytes(3, 2) == content(chain[3], 2, 16_384)


def test_a_table_follows_the_master(engine: Open, router: RouterClient, nodes: object) -> None:
    first_client = engine()
    namespace, first = saved(first_client, "table-1", 6)
    table, parts = TierTable(), list[EventPart]()

    def listen(part: EventPart) -> None:
        parts.append(part)
        table(part)

    subscription = router.events(listen)
    assert table.wait(lambda progress: progress.whole, 10.0)
    assert {place.node for each in first for place in table.places(namespace, each)} == {"alpha"}
    _, second = saved(first_client, "table-2", 4)
    assert table.wait(lambda progress: bool(table_has(table, namespace, second)), 10.0)
    progress = table.progress()
    assert progress.replicas >= 10
    started = parts[0]
    assert isinstance(started, Started) and started.snapshot
    assert table.places(namespace, hashes("table-none", 1)[0]) == set()
    subscription.close()
    assert subscription.is_closed
    # Behind the last event, without a snapshot.
    later: list[EventPart] = []
    again = router.events(later.append, WatchFrom.after(progress.master_epoch, progress.sequence))
    _, third = saved(first_client, "table-3", 2)
    eventually(lambda: any(isinstance(part, Happened) for part in later))
    assert isinstance(later[0], Started) and not later[0].snapshot
    happened = next(part for part in later if isinstance(part, Happened))
    assert happened.first_sequence == progress.sequence + 1
    assert happened.events[0].kind == EventKind.STORED
    assert happened.events[0].replicas is not None
    assert set(happened.events[0].replicas.hashes) <= set(third)
    again.close()


def table_has(table: TierTable, namespace: Namespace, chain: list[bytes]) -> bool:
    # Inside `wait` the table is locked by this thread already.
    return all((namespace, each) in table._blocks for each in chain)


@pytest.mark.long
def test_a_table_survives_its_master_and_a_listener_that_fails(
    engine: Open, cluster: Cluster
) -> None:
    flags = ("--master-warming-min", "0s", "--master-node-expiry", "10s")
    master = cluster.master(*flags)
    node = cluster.node("routed", master.control, "--pool-size", "8MiB")
    namespace, chain = saved(engine(node.control), "survives", 3)
    table, failures = TierTable(), [1]
    with RouterClient(RouterOptions([master.control], call_timeout=2.0, strict=True)) as router:

        def listen(part: EventPart) -> None:
            if isinstance(part, Happened) and failures:
                failures.pop()
                raise RuntimeError("mine")
            table(part)

        subscription = router.events(listen)
        assert table.wait(lambda progress: progress.whole and progress.replicas == 3, 10.0)
        saved(engine(node.control), "survives-2", 1)
        assert table.wait(lambda progress: progress.whole and progress.replicas == 4, 20.0)
        assert not failures and subscription.losses >= 1
        epoch = table.progress().master_epoch
        off = TriggerOff(supported=True)
        assert router.prefetch(namespace, chain) == off
        both = router.lookup_and_prefetch(namespace, chain)
        assert isinstance(both, TriggeredLookup) and both.trigger == off
        master.kill()
        assert router.prefetch(namespace, chain) == off  # nobody was asked
        start = time.monotonic()
        with pytest.raises(CacheUnavailable):
            router.lookup(namespace, chain)
        assert time.monotonic() - start < 2.25
        again = cluster.master(*flags, port=master.port)
        assert table.wait(
            lambda now: now.whole and now.master_epoch > epoch and now.replicas == 4, 30.0
        )
        (place,) = table.places(namespace, chain[0])
        assert (place.node, place.tier) == ("routed", Tier.MEMORY)
        node.close()
        assert table.wait(lambda now: now.replicas == 0, 20.0)
        subscription.close()
        again.close()


def test_bad_input_is_refused_before_anybody_is_asked() -> None:
    space = Namespace("m", "", "f")
    with RouterClient(RouterOptions([NOWHERE])) as router:
        for field, call in (
            ("hashes", lambda: router.lookup(space, [bytes(65)])),
            ("request_id", lambda: router.cancel("")),
            ("need_in", lambda: router.prefetch(space, [], need_in=601.0)),
            ("model", lambda: router.namespaces("")),
            ("masters", lambda: RouterOptions([])),
            ("masters", lambda: RouterOptions(NOWHERE)),
            ("master_epoch", lambda: WatchFrom.after(0, 1)),
        ):
            with pytest.raises(InvalidInput) as caught:
                call()
            assert caught.value.field == field
        assert isinstance(router.cancel("r"), Failed)


def test_places_are_values() -> None:
    assert Place("n", 1, Tier.MEMORY) == Place("n", 1, Tier(0))
