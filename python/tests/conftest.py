"""What the tests share: a cluster of a master and two nodes, and engines on them."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cluster import Cluster, Server
from forebay import EngineClient, EngineOptions, KvLayout

LAYOUT = KvLayout(4, 1, 8 << 10, 64)
_names = itertools.count()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """Where processes come from."""
    made = Cluster()
    yield made
    made.close()


@pytest.fixture(scope="session")
def master(cluster: Cluster) -> Server:
    flags = ("--enable-prefetch-trigger", "true", "--promotion-watermark", "1")
    return cluster.master("--master-warming-min", "0s", *flags)


@pytest.fixture(scope="session")
def nodes(cluster: Cluster, master: Server) -> tuple[Server, Server]:
    """Two nodes of one host; the second is small, and has an SSD and a prefetch buffer."""
    alpha = cluster.start_node("alpha", master.control)
    ssd = cluster.state / "ssd"
    ssd.mkdir()
    flags = ("--pool-size", "4MiB", "--ssd-directories", str(ssd), "--ssd-size", "256MiB")
    beta = cluster.start_node("beta", master.control, *flags, "--prefetch-buffer-segment", "2MiB")
    return alpha.ready(), beta.ready()


@pytest.fixture(scope="session")
def node(nodes: tuple[Server, Server]) -> Server:
    return nodes[0]


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> Iterator[Callable[..., EngineClient]]:
    """Opens connected clients, of `node` and each an instance of its own unless told otherwise; closes them."""
    opened: list[EngineClient] = []

    def open_one(address: str | None = None, wait: bool = True, **changes: Any) -> EngineClient:
        options: dict[str, Any] = {"instance": f"engine-{next(_names)}", "layout": LAYOUT, "model": "m"}
        where = address or request.getfixturevalue("node").control
        client = EngineClient(EngineOptions(where, **{**options, **changes}))
        opened.append(client)
        assert not wait or client.await_connected(20.0)
        return client

    yield open_one
    for client in opened:
        client.close()


def content(block_hash: bytes, slot: int, size: int) -> bytes:
    """The bytes of one slot: those that follow from its name."""
    seed = hashlib.sha256(block_hash + bytes((slot,))).digest()
    return (seed * (size // len(seed) + 1))[:size]


def hashes(name: str, count: int) -> list[bytes]:
    """Names of blocks that no other test has."""
    return [hashlib.sha256(f"{name}-{index}".encode()).digest() for index in range(count)]


def fill(chain: list[bytes]) -> Callable[[int, int, memoryview], None]:
    """A writer of `content`."""

    def write(block: int, slot: int, view: memoryview) -> None:
        view[:] = content(chain[block], slot, len(view))

    return write
