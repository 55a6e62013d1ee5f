"""Several engines: of two nodes, of two languages, at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cluster import Child, Cluster, Server
from conftest import LAYOUT, content, fill, hashes
from forebay import EngineClient, HandoffLevel, HandoffState, Outcome, SaveReport
from forebay.hashing import chain as chain_of

Open = Callable[..., EngineClient]
TWIN = Path(__file__).parent / "EngineTwin.java"


@pytest.fixture(scope="module")
def twin(cluster: Cluster, node: Server) -> Iterator[Child]:
    """An engine on the Java client, on the same node."""
    child = cluster.java(TWIN, node.control)
    assert child.line() == LAYOUT.fingerprint
    assert child.line() == "true"
    yield child
    child.close()


def twin_chain(seed: str, blocks: int) -> list[bytes]:
    return chain_of(f"{seed}/{block}".encode() for block in range(blocks))


def test_what_java_saves_python_reads(engine: Open, twin: Child) -> None:
    chain = twin_chain("java", 7)
    said = twin.ask("save 7 java")
    assert said.startswith("SaveReport[written=7,") and said.endswith(chain[-1].hex())
    with engine().query("q", chain, 2.0) as loaded:
        assert loaded.hits == 7
        for block in range(7):
            for slot in range(LAYOUT.slot_count):
                copied = loaded.copy_bytes(block, slot)
                assert copied == content(chain[block], slot, LAYOUT.slot_bytes)
                assert loaded.verify(block, slot, copied)


def test_what_python_saves_java_reads(engine: Open, twin: Child) -> None:
    chain = twin_chain("python", 7)
    assert engine().save("r", chain, fill(chain)).written == 7
    good, _, outcomes = twin.ask("check 7 python").partition(" ")
    assert int(good) == 7 * LAYOUT.slot_count
    assert outcomes == f"[{', '.join(['MEMORY'] * 7)}]"


def test_a_handoff_between_two_nodes(engine: Open, nodes: tuple[Server, Server]) -> None:
    prefill, decode = engine(nodes[0].control), engine(nodes[1].control)
    assert (prefill.node_id, decode.node_id) == ("alpha", "beta")
    chain = hashes("handoff", 20)
    marker = prefill.mark()
    assert marker is not None
    assert prefill.save("request-7", chain, fill(chain)).written == 20
    report = prefill.await_handoff("request-7", deadline=5.0, with_keys=True)
    assert report.is_complete and report.registered == 20 and report.master_epoch > 0
    assert set(report.keys[HandoffState.LEASED]) == set(chain)
    assert prefill.await_handoff(since=marker, deadline=5.0).registered == 20
    some = prefill.await_handoff(blocks=[*chain[:3], hashes("nobody's", 1)[0]], deadline=0.1)
    assert (some.registered, some.gone, some.is_complete) == (3, 1, False)
    with decode.query("request-7", chain, 5.0) as loaded:
        assert loaded.outcomes == [Outcome.PEER] * 20
        for block in range(20):
            copied = loaded.copy_bytes(block, 2)
            assert copied == content(chain[block], 2, LAYOUT.slot_bytes)
            assert loaded.verify(block, 2, copied)
        assert loaded.is_current(19)


def test_a_node_without_ssd_does_not_say_on_ssd(engine: Open) -> None:
    client, chain = engine(), hashes("on-ssd", 2)
    client.save("r", chain, fill(chain))
    report = client.await_handoff("r", deadline=0.3, level=HandoffLevel.ON_SSD)
    assert report.registered == 0 and report.scope == 2 and not report.is_complete


def test_two_clients_at_once_write_each_block_once(engine: Open) -> None:
    clients, chain = (engine(), engine()), hashes("at-once", 60)
    reports: list[SaveReport] = []
    start = threading.Barrier(4)

    def run(client: EngineClient, name: str) -> None:
        start.wait(10.0)
        for at in range(0, 60, 6):
            part = chain[at : at + 6]
            reports.append(client.save(f"{name}-{at}", part, fill(part)))

    threads = [
        threading.Thread(target=run, args=(client, f"{number}-{thread}"))
        for number, client in enumerate(clients)
        for thread in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30.0)
    assert sum(each.written for each in reports) == 60
    assert sum(each.failed + each.no_room for each in reports) == 0
    for client in clients:
        with client.query("q", chain, 2.0) as loaded:
            assert loaded.hits == 60
            for block in range(60):
                assert loaded.copy_bytes(block, 1) == content(chain[block], 1, LAYOUT.slot_bytes)


def test_threads_that_ask_for_one_request_share_its_lease(engine: Open) -> None:
    client, chain = engine(), hashes("shared", 8)
    client.save("r", chain, fill(chain))
    leases: list[bytes] = []

    def run() -> None:
        for _ in range(20):
            with client.query("q", chain, 2.0) as loaded:
                assert loaded.hits == 8 and loaded.is_current(7)
                leases.append(loaded.lease)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30.0)
    assert len(leases) == 80
