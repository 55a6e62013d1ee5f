"""Pool files and lock files that are not what they should be."""

from __future__ import annotations

import contextlib
import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from forebay import PoolError
from forebay.lock import InstanceLock
from forebay.pool import EnginePool, Extent

GRANULE, NONCE = 4096, 0xF00D_F00D_F00D_F00D
DATA = 16 * GRANULE
OFFSET = 2 << 20


def pool_file(path: Path, **changes: int | bytes) -> Path:
    """A pool of 16 granules whose generations are 100, 101, …"""
    head: dict[str, int | bytes] = {
        "magic": b"FOREBAYP",
        "version": 1,
        "nonce": NONCE,
        "boot": 3,
        "granule": GRANULE,
        "offset": OFFSET,
        "data": DATA,
        "size": OFFSET + DATA,
    }
    head.update(changes)
    size = head.pop("size")
    with path.open("wb") as file:
        file.write(struct.pack("<8sQQQqqq", *head.values()))
        file.seek(4096)
        file.write(struct.pack("<16q", *range(100, 116)))
        file.truncate(size)  # type: ignore[arg-type]
    return path


def open_files() -> set[str]:
    """Names of what this process has open; others of its threads open and close meanwhile."""
    names = set()
    for each in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):
            names.add(os.readlink(f"/proc/self/fd/{each}"))
    return names


def test_a_pool_is_mapped_and_its_generations_are_seen(tmp_path: Path) -> None:
    path = pool_file(tmp_path / "pool")
    pool = EnginePool.open(path, NONCE)
    extent = Extent(2 * GRANULE, GRANULE, 102)
    assert pool.is_current(extent)
    assert not pool.is_current(extent._replace(generation=103))
    pool.writable(extent)[:3] = b"abc"
    assert pool.view(extent)[:3] == b"abc"
    assert path.read_bytes()[OFFSET + 2 * GRANULE :][:3] == b"abc"
    with path.open("r+b") as file:
        file.seek(4096 + 2 * 8)
        file.write(struct.pack("<q", 103))
    assert not pool.is_current(extent)


@pytest.mark.parametrize(
    "extent",
    [
        Extent(-GRANULE, GRANULE, 100),
        Extent(0, DATA + 1, 100),
        Extent(DATA, GRANULE, 100),
        Extent(0, 0, 100),
        Extent(0, -1, 100),
        Extent(8, GRANULE, 100),
        Extent(1 << 62, 1 << 62, 100),
    ],
)
def test_an_extent_outside_the_pool_is_nothing(tmp_path: Path, extent: Extent) -> None:
    pool = EnginePool.open(pool_file(tmp_path / "pool"), NONCE)
    assert not pool.is_current(extent)
    with pytest.raises(ValueError):
        pool.view(extent)
    with pytest.raises(ValueError):
        pool.writable(extent)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"magic": b"FOREBAYQ"}, "bad magic"),
        ({"magic": bytes(8)}, "bad magic"),
        ({"version": 2}, "format version 2"),
        ({"nonce": 1}, "nonce differs"),
        ({"granule": 0}, "granule of 0"),
        ({"granule": 4097}, "granule of 4097"),
        ({"granule": -4096}, "granule of -4096"),
        ({"data": 0}, "impossible data size"),
        ({"data": -4096}, "impossible data size"),
        ({"data": DATA + 1}, "impossible data size"),
        ({"data": 1 << 60}, "impossible data size"),
        ({"offset": 4096}, "its data at 4096"),
        ({"size": OFFSET + DATA - 1}, "not the"),
        ({"size": OFFSET + DATA + 1}, "not the"),
        ({"size": 100}, "too short"),
        ({"size": 0}, "too short"),
    ],
)
def test_a_wrong_or_torn_head_is_refused(
    tmp_path: Path, changes: dict[str, int | bytes], problem: str
) -> None:
    path = pool_file(tmp_path / "pool", **changes)
    with pytest.raises(PoolError, match=problem):
        EnginePool.open(path, NONCE)
    assert str(path) not in open_files()


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    real = pool_file(tmp_path / "pool")
    (tmp_path / "link").symlink_to(real)
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "pipe", "missing", "."):
        with pytest.raises(PoolError):
            EnginePool.open(tmp_path / name, NONCE)


def test_a_view_outlives_its_pool_and_its_file(tmp_path: Path) -> None:
    path = pool_file(tmp_path / "pool")
    pool = EnginePool.open(path, NONCE)
    pool.writable(Extent(0, GRANULE, 100))[:] = b"x" * GRANULE
    view = pool.view(Extent(0, GRANULE, 100))
    path.unlink()
    del pool
    assert view == b"x" * GRANULE


ASKING = """
import fcntl, sys
with open(sys.argv[1], "r+b") as file:
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        print("free")
    except OSError:
        print("held")
"""


def asked(path: Path) -> str:
    """What another process finds, as a node asks."""
    command = [sys.executable, "-S", "-c", ASKING, str(path)]
    return subprocess.run(command, capture_output=True, text=True, timeout=30).stdout.strip()


def test_a_lock_is_held_until_its_last_hold_is_given_back(tmp_path: Path) -> None:
    path = tmp_path / "instance.lock"
    first, second = InstanceLock.hold(path), InstanceLock.hold(tmp_path / "." / "instance.lock")
    assert asked(path) == "held"
    first.close()
    first.close()
    assert asked(path) == "held"
    second.close()
    assert asked(path) == "free"


def test_a_lock_that_cannot_be_had_is_said(tmp_path: Path) -> None:
    with pytest.raises(PoolError):
        InstanceLock.hold(tmp_path / "missing" / "instance.lock")
    with pytest.raises(PoolError):
        InstanceLock.hold(tmp_path)
