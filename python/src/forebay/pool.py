"""A node's pool as its engine maps it: blocks are written and read in place.

The file's head proves that it is the right one and holds a generation for each granule; the node bumps the
generation of an extent when it frees it, before anybody else may write there. A reader therefore compares with the
generation that was leased, before and after: what it read between two equal answers is the leased block.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import stat
import struct
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from forebay.errors import InvalidInput, PoolError

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAGIC = b"FOREBAYP"
VERSION = 1
GENERATIONS_OFFSET = 4096
DATA_ALIGNMENT = 2 << 20
MIN_GRANULE, MAX_GRANULE = 4 << 10, 2 << 20
MAX_GRANULES = 1 << 28
_HEAD = struct.Struct("<8sQQQqqq")


class Extent(NamedTuple):
    """A range of the pool's data area, bytes, with its generation when it was allocated."""

    offset: int
    length: int
    generation: int


class PoolHead(NamedTuple):
    """The fixed part of the file's head."""

    nonce: int
    boot: int
    granule: int
    data_offset: int
    data_bytes: int


def _require(holds: bool, path: Path, problem: str) -> None:
    if not holds:
        raise PoolError(f"the file {path} {problem}")


def parse_head(path: Path, page: bytes, file_bytes: int, nonce: int) -> PoolHead:
    """Reads and checks the first page of a pool file. Nothing in it is believed.

    Raises PoolError when it is no pool file, of another version, not the one with that nonce, or not of the size
    that its head asks for.
    """
    _require(
        len(page) >= GENERATIONS_OFFSET, path, f"is too short for a pool file: {file_bytes} bytes"
    )
    magic, version, its_nonce, boot, granule, data_offset, data_bytes = _HEAD.unpack_from(page)
    _require(magic == MAGIC, path, "is not a pool file (bad magic)")
    _require(version == VERSION, path, f"has format version {version}; this package reads {VERSION}")
    _require(its_nonce == nonce, path, "is another pool (its nonce differs)")
    good = MIN_GRANULE <= granule <= MAX_GRANULE and granule & (granule - 1) == 0
    _require(good, path, f"has a granule of {granule} bytes")
    good = data_bytes > 0 and data_bytes % granule == 0 and data_bytes // granule <= MAX_GRANULES
    _require(good, path, f"has an impossible data size: {data_bytes}")
    head_bytes = GENERATIONS_OFFSET + data_bytes // granule * 8
    wanted = (head_bytes + DATA_ALIGNMENT - 1) & -DATA_ALIGNMENT
    _require(data_offset == wanted, path, f"has its data at {data_offset}, not {wanted}")
    whole = data_offset + data_bytes
    _require(
        file_bytes == whole, path, f"has {file_bytes} bytes, not the {whole} that its head asks for"
    )
    return PoolHead(its_nonce, boot, granule, data_offset, data_bytes)


class EnginePool:
    """A mapped pool. Safe from any thread.

    The memory stays mapped as long as anything made of it (a memoryview, an array) lives, whatever became of the
    node: a view is never dangling, only out of date. The head is mapped read-only.
    """

    def __init__(self, head: PoolHead, generations: mmap.mmap, data: mmap.mmap) -> None:
        self.head = head
        table = memoryview(generations)[GENERATIONS_OFFSET:]
        self._generations = table[: head.data_bytes // head.granule * 8].cast("q")
        self._data = memoryview(data)
        self._read_only = self._data.toreadonly()
        self._size = head.data_bytes
        self._granule_mask = head.granule - 1
        self._shift = head.granule.bit_length() - 1
        self._order = threading.Lock()
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(data))
        """Where the data area begins in this process, for registering it with a device."""

    @staticmethod
    def open(path: str | os.PathLike[str], nonce: int) -> EnginePool:
        """Maps the pool for reading and writing; raises PoolError when it is not the one with that nonce."""
        if sys.byteorder != "little":
            raise PoolError("a pool is little-endian, and this machine is not")
        file = Path(path)
        flags = os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
        try:
            descriptor = os.open(file, flags)
        except OSError as e:
            raise PoolError(f"there is no pool file {file}: {e}") from e
        try:
            status = os.fstat(descriptor)
            _require(stat.S_ISREG(status.st_mode), file, "is not a regular file")
            page = os.pread(descriptor, GENERATIONS_OFFSET, 0)
            head = parse_head(file, page, status.st_size, nonce)
            first = mmap.mmap(descriptor, head.data_offset, prot=mmap.PROT_READ)
            data = mmap.mmap(descriptor, head.data_bytes, offset=head.data_offset)
            return EnginePool(head, first, data)
        except OSError as e:
            raise PoolError(f"the pool file {file} cannot be mapped: {e}") from e
        finally:
            os.close(descriptor)

    @property
    def size_bytes(self) -> int:
        """Bytes of the data area."""
        return self.head.data_bytes

    def contains(self, extent: Extent) -> bool:
        """True if the extent lies in the data area and starts at a granule."""
        offset, length, _ = extent
        within = 0 <= offset and 0 < length <= self._size - offset
        return within and offset & self._granule_mask == 0

    def is_current(self, extent: Extent) -> bool:
        """True if everything read from the extent before this call was the leased block."""
        if not self.contains(extent):
            return False
        self._fence()
        return self._generations[extent[0] >> self._shift] == extent[2]

    def current_view(self, extent: Extent) -> memoryview | None:
        """`view` if the extent is current now, else None."""
        return self.view(extent) if self.is_current(extent) else None

    def writable(self, extent: Extent) -> memoryview:
        """The bytes of a granted extent."""
        self._require_inside(extent)
        return self._data[extent.offset : extent.offset + extent.length]

    def view(self, extent: Extent) -> memoryview:
        """The bytes of a leased extent, read-only; they count if `is_current` says so afterwards."""
        self._require_inside(extent)
        return self._read_only[extent.offset : extent.offset + extent.length]

    def _require_inside(self, extent: Extent) -> None:
        if not self.contains(extent):
            raise InvalidInput("extent.offset", f"{extent} is no extent of a pool of {self.size_bytes} bytes")

    def are_current(self, offsets: NDArray[Any], generations: NDArray[Any]) -> NDArray[Any]:
        """`is_current` of many extents, which lie in the pool, at once; of the same shape. Needs numpy."""
        import numpy

        self._fence()
        table = numpy.frombuffer(self._generations, "int64")
        same = table[offsets >> self._shift] == generations
        return numpy.asarray(same & (offsets & self._granule_mask == 0))

    def _fence(self) -> None:
        """Orders what is read before and behind it, which Python has no word for.

        A lock taken and given back twice does so on every machine: nothing before sinks below the first release,
        nothing behind rises above the second acquire, and those two are in order on one word.
        """
        with self._order:
            pass
        with self._order:
            pass
