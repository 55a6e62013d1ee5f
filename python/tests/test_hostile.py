"""A node that says wrong things: nothing that it says is believed, and every answer ends as a miss."""

from __future__ import annotations

import random
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent import futures
from pathlib import Path
from typing import Any

import grpc
import pytest

from cluster import eventually
from conftest import hashes
from forebay import EngineClient, KvLayout, Outcome
from forebay._replies import SlotTable, WrongReply, granted, ready
from forebay.v1 import common_pb2, engine_pb2
from test_pool import DATA, GRANULE, NONCE, pool_file

LAYOUT = KvLayout(2, 1, GRANULE // 2, 64)
LEASE = bytes(range(16))
Open = Callable[..., EngineClient]


class WrongNode:
    """Serves EngineService with the answers that a test gives it."""

    def __init__(self, directory: Path) -> None:
        self.welcome = engine_pb2.RegisterResponse(
            namespace=common_pb2.Namespace(model="m", fingerprint=LAYOUT.fingerprint),
            pool_path=str(pool_file(directory / "pool")),
            pool_nonce=NONCE,
            lock_path=str(directory / "lock"),
            version=1,
        )
        self.answers: dict[str, Any] = {}
        self.heard: list[str] = []
        self._end = threading.Event()
        self._server = grpc.server(futures.ThreadPoolExecutor(8))
        self._server.add_generic_rpc_handlers((self,))
        self.port = self._server.add_insecure_port("127.0.0.1:0")
        self._server.start()

    def service(self, details: Any) -> Any:
        """Which handler a call has."""
        name = details.method.rpartition("/")[2]
        request = getattr(engine_pb2, f"{name}Request").FromString
        if name == "Register":
            return grpc.unary_stream_rpc_method_handler(
                self._register, request, lambda message: message.SerializeToString()
            )

        def answer(message: Any, context: Any) -> Any:
            self.heard.append(name)
            told = self.answers.get(name)
            if isinstance(told, tuple):
                context.abort(*told)
            return told

        encode = lambda told: told if isinstance(told, bytes) else told.SerializeToString()  # noqa: E731
        return grpc.unary_unary_rpc_method_handler(answer, request, encode)

    def _register(self, request: Any, context: Any) -> Iterator[Any]:
        self.heard.append("Register")
        yield self.welcome
        context.add_callback(lambda: None)
        self._end.wait(30.0)

    def close(self) -> None:
        self._end.set()
        self._server.stop(0)


@pytest.fixture
def wrong(tmp_path: Path) -> Iterator[WrongNode]:
    node = WrongNode(tmp_path)
    yield node
    node.close()


def connected(engine: Open, node: WrongNode, wait: bool = True) -> EngineClient:
    return engine(f"127.0.0.1:{node.port}", wait, layout=LAYOUT, call_timeout=2.0)


def blocks(**changes: Any) -> common_pb2.Blocks:
    """One block of two slots, right unless changed."""
    right: dict[str, Any] = {
        "slots_per_block": 2,
        "runs": [common_pb2.SlotRun(offset=0, length=GRANULE, stride=GRANULE, slots=2)],
        "generations": [100, 101],
        "generation_slots": [1, 1],
        "checksums": bytes(8),
    }
    return common_pb2.Blocks(**{**right, **changes})


def answer(found: common_pb2.Blocks, lease: bytes = LEASE, outcomes: list[int] | None = None) -> Any:
    outcomes = [1, 3] if outcomes is None else outcomes
    told = engine_pb2.Ready(lease_id=lease, blocks=found, outcomes=outcomes)
    return engine_pb2.QueryResponse(ready=told)


def run(offset: int, length: int, stride: int, slots: int) -> list[common_pb2.SlotRun]:
    return [common_pb2.SlotRun(offset=offset, length=length, stride=stride, slots=slots)]


WRONG = {
    "runs for other slots": answer(blocks(runs=run(0, GRANULE, GRANULE, 3))),
    "a run of no slots": answer(blocks(runs=run(0, GRANULE, GRANULE, 2) + run(0, GRANULE, 0, 0))),
    "billions of slots": answer(
        blocks(runs=run(0, GRANULE, 0, 0xFFFF_FFFF), generation_slots=[1, 0xFFFF_FFFE])
    ),
    "another size": answer(blocks(runs=run(0, GRANULE - 1, GRANULE, 2))),
    "outside": answer(blocks(runs=run(DATA - GRANULE, GRANULE, GRANULE, 2))),
    "before": answer(blocks(runs=run(0, GRANULE, -GRANULE, 2))),
    "overflow": answer(blocks(runs=run(1 << 62, GRANULE, 1 << 62, 2))),
    "generations for other slots": answer(blocks(generation_slots=[1])),
    "generations that are none": answer(blocks(generations=[])),
    "half a checksum": answer(blocks(checksums=bytes(7))),
    "half a block": answer(blocks(checksums=bytes(4), runs=run(0, GRANULE, 0, 1), generations=[100], generation_slots=[1])),
    "other slots": answer(blocks(slots_per_block=1)),
    "no lease": answer(blocks(), b""),
    "half a lease": answer(blocks(), LEASE[:8]),
    "a lease for nothing": answer(common_pb2.Blocks(), LEASE, [3, 11]),
    "too few outcomes": answer(blocks(), outcomes=[1]),
    "too many outcomes": answer(blocks(), outcomes=[1, 3, 3]),
    "a miss with a block": answer(blocks(), outcomes=[3, 3]),
    "a hit without one": answer(blocks(), outcomes=[1, 2]),
    "unspecified": answer(blocks(), outcomes=[1, 0]),
    "no message": b"\xff\xff\xff",
    "a failure": (grpc.StatusCode.UNAVAILABLE, "gone"),
    "a crash": (grpc.StatusCode.INTERNAL, "oops"),
    "another pool": (grpc.StatusCode.INVALID_ARGUMENT, "pool_nonce: is another one"),
}


def test_a_wrong_answer_to_a_query_is_no_answer(engine: Open, wrong: WrongNode) -> None:
    wrong.answers["Release"] = engine_pb2.ReleaseResponse(result=1)
    client = connected(engine, wrong)
    wrong.answers["Query"] = answer(blocks())
    with client.query("right", hashes("wrong", 2), 1.0) as loaded:
        assert loaded.hits == 1 and loaded.is_current(0)
    for what, told in WRONG.items():
        assert client.await_connected(10.0)
        wrong.answers["Query"] = told
        with client.query(what, hashes("wrong", 2), 1.0) as loaded:
            assert loaded.hits == 0, what
            assert loaded.outcomes == [Outcome.MISS_NODE_UNAVAILABLE] * 2, what
    # The node's word that it has another pool ends the registration, and another one begins.
    eventually(lambda: wrong.heard.count("Register") >= 2)


def test_values_of_a_later_version_are_kept(engine: Open, wrong: WrongNode) -> None:
    client = connected(engine, wrong)
    wrong.answers["Release"] = engine_pb2.ReleaseResponse(result=77)
    wrong.answers["Query"] = answer(blocks(), outcomes=[99, 98])
    with client.query("q", hashes("later", 2), 1.0) as loaded:
        assert loaded.hits == 1
        assert [(int(each), each.name) for each in loaded.outcomes] == [(99, "UNKNOWN_99"), (98, "UNKNOWN_98")]
        assert not loaded.outcomes[0].is_known and Outcome.PEER.is_known


@pytest.mark.parametrize(
    "changes",
    [
        {"version": 2},
        {"pool_nonce": 5},
        {"pool_path": "/dev/null"},
        {"pool_path": ""},
        {"pool_path": "\0"},
        {"lock_path": "/nowhere/at/all"},
        {"lock_path": ""},
        {"namespace": common_pb2.Namespace(model="m", fingerprint="another")},
    ],
)
def test_a_wrong_welcome_is_no_registration(
    engine: Open, wrong: WrongNode, changes: dict[str, Any]
) -> None:
    right = engine_pb2.RegisterResponse()
    right.CopyFrom(wrong.welcome)
    for field in changes:
        wrong.welcome.ClearField(field)
    wrong.welcome.MergeFrom(engine_pb2.RegisterResponse(**changes))
    client = connected(engine, wrong, wait=False)
    eventually(lambda: len(wrong.heard) >= 2, what="it tries again")
    assert not client.is_connected
    wrong.welcome = right
    assert client.await_connected(10.0)


def test_wrong_grants_are_not_written_to(engine: Open, wrong: WrongNode) -> None:
    client, chain = connected(engine, wrong), hashes("grants", 1)

    def grant(records: bytes, results: list[int], numbers: list[int], **changes: int) -> Any:
        shape = {"extents_per_block": 2, "record_bytes": 24, **changes}
        extents = common_pb2.Extents(records=records, **shape)
        return engine_pb2.ReserveResponse(results=results, extents=extents, reservations=numbers)

    def record(offset: int, length: int, generation: int) -> bytes:
        return b"".join(each.to_bytes(8, "little", signed=True) for each in (offset, length, generation))

    right = record(0, GRANULE, 100) + record(GRANULE, GRANULE, 101)
    for told in (
        grant(right, [2, 2], [7, 8]),
        grant(right, [2], []),
        grant(right, [1], []),
        grant(right[:-1], [2], [7]),
        grant(right[:24], [2], [7], extents_per_block=1),
        grant(right, [2], [7], record_bytes=0),
        grant(record(0, GRANULE, 100) + record(GRANULE, GRANULE, 99), [2], [7]),
        grant(record(0, GRANULE, 100) + record(DATA, GRANULE, 101), [2], [7]),
        grant(record(0, GRANULE, 100) + record(GRANULE, 8, 101), [2], [7]),
        (grpc.StatusCode.UNAVAILABLE, "gone"),
        b"\xff",
    ):
        wrong.answers["Reserve"] = told
        with client.reserve("r", chain) as room:
            assert room.blocks == []
            assert room.seal().failed == 1
    wrong.answers["Reserve"] = grant(right, [2], [7])
    for number, results in enumerate(([], [3], [42], [1, 1])):
        wrong.answers["Seal"] = engine_pb2.SealResponse(results=results)
        other = hashes(f"seals-{number}", 1)
        assert client.save("r", other, lambda block, slot, view: None).failed == 1
    # Without the node's word on its seal a block is not written to again: the seal may still be on its way.
    assert client.save("r", hashes("seals-0", 1), lambda block, slot, view: None).elsewhere == 1


def test_random_bytes_are_refused_or_make_sense() -> None:
    chance = random.Random(7)
    right = answer(blocks()).ready.SerializeToString()
    for _ in range(3_000):
        broken = bytearray(right)
        for _ in range(chance.randint(1, 4)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                message = engine_pb2.Ready.FromString(bytes(broken))
        except Exception:  # gRPC calls such a message an internal error
            continue
        try:
            found = ready(message, 2, LAYOUT, DATA, whole=False)
        except WrongReply:
            continue
        for slot in range(found.slots.blocks * 2):
            extent = found.slots.extent(slot // 2, slot % 2)
            assert 0 <= extent.offset <= DATA - GRANULE and extent.length == GRANULE
            found.slots.checksum(slot // 2, slot % 2)
        list(found.outcomes)


def test_a_table_of_many_runs_finds_each_slot() -> None:
    runs = run(0, GRANULE, 2 * GRANULE, 3) + run(8 * GRANULE, GRANULE, -GRANULE, 2) + run(5 * GRANULE, GRANULE, 0, 1)
    found = blocks(
        runs=runs, generations=[9, 8], generation_slots=[1, 5], checksums=b"".join(i.to_bytes(4, "little") for i in range(6))
    )
    table = SlotTable(found, LAYOUT, DATA)
    extents = [table.extent(i // 2, i % 2) for i in range(6)]
    assert [each.offset // GRANULE for each in extents] == [0, 2, 4, 8, 7, 5]
    assert [each.generation for each in extents] == [9, 8, 8, 8, 8, 8]
    offsets, generations = table.columns()
    assert offsets.ravel().tolist() == [each.offset for each in extents]
    assert generations.ravel().tolist() == [each.generation for each in extents]
    assert [table.checksum(i // 2, i % 2) for i in range(6)] == list(range(6))
    assert granted(engine_pb2.ReserveResponse(results=[1, 4]), 2, 2) == []
