"""An engine in shared-memory mode, against a real node."""

from __future__ import annotations

from collections.abc import Callable

import numpy
import pytest

from cluster import Server
from conftest import LAYOUT, content, fill, hashes
from forebay import EngineClient, InvalidInput, KvLayout, LeaseResult, Outcome, QueryMode

Open = Callable[..., EngineClient]


def test_what_is_saved_is_read_back_byte_for_byte(engine: Open) -> None:
    client, chain = engine(), hashes("saved", 5)
    report = client.save("r", chain, fill(chain))
    assert (report.written, report.failed) == (5, 0)
    with client.query("q", chain, 2.0) as loaded:
        assert loaded.hits == 5
        assert loaded.outcomes == [Outcome.MEMORY] * 5
        for block in range(5):
            for slot in range(LAYOUT.slot_count):
                view = loaded.view(block, slot)
                assert view is not None and view == content(chain[block], slot, LAYOUT.slot_bytes)
                copied = bytearray(LAYOUT.slot_bytes)
                assert loaded.copy(block, slot, copied) and copied == view
                assert loaded.copy_bytes(block, slot) == view
                assert loaded.verify(block, slot, copied)
            assert loaded.is_current(block)
        assert client.pool is not None and loaded.current().tolist() == [True] * 5
        views = [loaded.view(block, 1) for block in range(5)]
        starts = [numpy.frombuffer(view, "uint8").ctypes.data for view in views if view is not None]
        assert (loaded.offsets()[:, 1] + client.pool.address).tolist() == starts
        copied[17] ^= 1
        assert not loaded.verify(4, 3, copied)


def test_a_sealed_mebibyte_is_read_at_an_address_inside_the_mapping(engine: Open) -> None:
    layout = KvLayout(1, 1, 512 << 10, 64)
    client, chain = engine(layout=layout, model="big"), hashes("big", 2)
    assert layout.slot_bytes == 1 << 20
    assert client.save("r", chain, fill(chain)).written == 2
    pool = client.pool
    assert pool is not None
    with client.query("q", chain, 2.0) as loaded:
        array = loaded.array(1)
        assert array is not None and array.nbytes == 1 << 20 and not array.flags.owndata
        address = array.__array_interface__["data"][0]
        assert pool.address <= address <= pool.address + pool.size_bytes - array.nbytes
        assert array.tobytes() == content(chain[1], 0, 1 << 20)
        assert loaded.is_current(1)
        line = next(
            each
            for each in open("/proc/self/maps")
            if (span := [int(part, 16) for part in each.split()[0].split("-")])
            and span[0] <= address < span[1]
        )
        assert "forebay-alpha" in line and "rw-s" in line
        halves = loaded.array(1, dtype="float16", shape=(2, 4, -1))
        assert halves is not None and halves.shape == (2, 4, 65_536)
        values = loaded.segment(1, 0, 1)
        assert values == content(chain[1], 0, 1 << 20)[512 << 10 :]


def test_a_view_cannot_be_written_to(engine: Open) -> None:
    client, chain = engine(), hashes("read-only", 1)
    client.save("r", chain, fill(chain))
    with client.query("q", chain, 2.0) as loaded:
        view, array = loaded.view(0), loaded.array(0)
        assert view is not None and view.readonly
        with pytest.raises(ValueError):
            array[0] = 1  # type: ignore[index]


def test_a_chain_ends_at_its_first_missing_block(engine: Open) -> None:
    client, chain = engine(), hashes("prefix", 6)
    client.save("r", chain[:3] + chain[4:], fill(chain[:3] + chain[4:]))
    with client.query("q", chain, 2.0) as loaded:
        assert loaded.hits == 3
        assert list(loaded.outcomes)[3:] == [Outcome.MISS_NO_OWNER] + [Outcome.NOT_ATTEMPTED] * 2
        assert loaded.view(3) is None and not loaded.is_current(3)
        assert not loaded.copy(3, 0, bytearray(LAYOUT.slot_bytes))
    lengths = client.prefix_length(chain, 2.0)
    assert (lengths.local, lengths.reachable, lengths.complete) == (3, 3, True)


def test_all_or_nothing_is_nothing_when_a_block_is_missing(engine: Open) -> None:
    client, chain = engine(), hashes("whole", 3)
    client.save("r", chain[:2], fill(chain))
    with client.query("q", chain, 0.2, QueryMode.FULL_PREFIX) as loaded:
        assert loaded.hits == 0
        assert loaded.outcomes[0] == Outcome.MISS_INCOMPLETE
    client.save("r", chain[2:], fill(chain[2:]))
    with client.query("q2", chain, 2.0, QueryMode.FULL_PREFIX) as loaded:
        assert loaded.hits == 3


def test_a_repeated_hash_is_written_once_and_a_resident_one_never(engine: Open) -> None:
    client, chain = engine(), hashes("twice", 3)
    written: list[int] = []

    def write(block: int, slot: int, view: memoryview) -> None:
        written.append(block)
        view[:] = content((chain + chain[:1])[block], slot, len(view))

    report = client.save("r", chain + chain[:1], write)
    assert (report.written, report.present) == (3, 1)
    assert sorted(set(written)) == [0, 1, 2]
    again = client.save("r", chain, write)
    assert (again.written, again.present) == (0, 3)
    assert len(written) == 3 * LAYOUT.slot_count


def test_room_is_written_in_two_steps_and_given_back_without_a_seal(engine: Open) -> None:
    client, chain = engine(), hashes("steps", 2)
    with client.reserve("r", chain) as room:
        assert room.blocks == [0, 1]
        kept = room.view(0, 0)
        room.array(0, 1, "uint16", (2, -1))[:] = 7
    with pytest.raises(ValueError):
        kept[0] = 1  # the room is not ours any more, and neither is the view
    with client.query("q", chain, 1.0) as loaded:
        assert loaded.hits == 0
    with client.reserve("r", chain) as room:
        for block in room.blocks:
            for slot in range(LAYOUT.slot_count):
                room.array(block, slot)[:] = block * 16 + slot
        assert room.seal().written == 2
        assert room.seal().written == 2
    with client.query("q2", chain, 1.0) as loaded:
        array = loaded.array(1, 3)
        assert array is not None and numpy.all(array == 19)


def test_a_writer_that_raises_gives_its_blocks_back(engine: Open) -> None:
    client, chain = engine(), hashes("raises", 2)

    def write(block: int, slot: int, view: memoryview) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError):
        client.save("r", chain, write)
    assert client.save("r", chain, fill(chain)).written == 2


def test_closing_gives_the_lease_back(engine: Open) -> None:
    client, chain = engine(), hashes("lease", 1)
    client.save("r", chain, fill(chain))
    loaded = client.query("q", chain, 1.0)
    assert loaded.renew() == LeaseResult.DONE and len(loaded.lease) == 16
    view = loaded.view(0)
    loaded.close()
    loaded.close()
    assert loaded.is_closed and loaded.view(0) is None and not loaded.is_current(0)
    assert loaded.renew() == LeaseResult.UNKNOWN
    assert view is not None and len(bytes(view)) == LAYOUT.slot_bytes  # mapped, and without meaning


def test_bad_input_names_its_field_and_changes_nothing(engine: Open, node: Server) -> None:
    client, chain = engine(), hashes("bad", 1)
    cases: list[tuple[str, Callable[[], object]]] = [
        ("hashes", lambda: client.query("q", [], 1.0)),
        ("hashes", lambda: client.query("q", [b""], 1.0)),
        ("hashes", lambda: client.query("q", [bytes(65)], 1.0)),
        ("hashes", lambda: client.query("q", ["text"], 1.0)),  # type: ignore[list-item]
        ("hashes", lambda: client.query("q", chain * 65_537, 1.0)),
        ("request_id", lambda: client.query("", chain, 1.0)),
        ("request_id", lambda: client.query("x" * 257, chain, 1.0)),
        ("deadline", lambda: client.query("q", chain, 601.0)),
        ("deadline", lambda: client.query("q", chain, 0.0)),
        ("scope", lambda: client.await_handoff("r", since=3, deadline=1.0)),
        ("need_in", lambda: client.prefetch(chain, need_in=-1.0)),
        ("layout.alignment", lambda: KvLayout(1, 1, 64, 3)),
        ("rank", lambda: engine(rank=1)),
        ("address", lambda: engine("nowhere")),
    ]
    for field, call in cases:
        with pytest.raises(InvalidInput) as caught:
            call()
        assert caught.value.field == field
    assert client.save("r", chain, fill(chain)).written == 1


def test_a_layout_that_other_ranks_do_not_have_is_refused(engine: Open) -> None:
    two = KvLayout(2, 2, 4096, 64)
    first = engine(instance="pair", layout=two)
    other = engine(instance="pair", layout=KvLayout(3, 2, 4096, 64), rank=1, wait=False)
    with pytest.raises(InvalidInput):
        other.await_connected(20.0)
    assert first.is_connected


def test_a_block_is_there_when_all_ranks_have_sealed(engine: Open) -> None:
    two, chain = KvLayout(2, 2, 4096, 64), hashes("ranks", 2)
    ranks = [engine(instance="ranks", layout=two, rank=rank) for rank in (0, 1)]
    assert ranks[0].save("r", chain, fill(chain)).written == 2
    with ranks[0].query("q", chain, 0.3) as loaded:
        assert loaded.hits == 0
    assert ranks[1].save("r", chain, fill(chain)).written == 2
    with ranks[0].query("q2", chain, 1.0) as loaded:
        assert loaded.hits == 2
        assert all(loaded.copy_bytes(1, slot) == content(chain[1], slot, 8192) for slot in range(4))
