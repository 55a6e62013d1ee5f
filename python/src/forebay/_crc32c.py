"""CRC32C (Castagnoli): by a module that has it, else with numpy, else byte by byte."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

_POLYNOMIAL = 0x82F63B78
_LANE_BYTES = 256


def _byte_table() -> list[int]:
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (_POLYNOMIAL if byte & 1 else 0)
        table.append(byte)
    return table


_TABLE = _byte_table()


def _by_bytes(data: memoryview, state: int = 0xFFFFFFFF) -> int:
    for byte in data:
        state = _TABLE[(state ^ byte) & 0xFF] ^ state >> 8
    return state


@cache
def _shift_tables(zeros: int) -> Any:
    """What `zeros` more zero bytes make of a state: four tables, for each of its bytes."""
    import numpy

    if zeros == 1:
        table = numpy.array(_TABLE, "uint32")
        low = numpy.arange(256, dtype="uint32")
        return numpy.stack([table, low, low << 8, low << 16])
    half = _shift_tables(zeros // 2)
    return numpy.stack([_shifted(half, each) for each in half])


def _shifted(tables: Any, states: Any) -> Any:
    first = tables[0][states & 0xFF] ^ tables[1][states >> 8 & 0xFF]
    return first ^ tables[2][states >> 16 & 0xFF] ^ tables[3][states >> 24]


def _in_lanes(data: memoryview, state: int) -> int:
    """A power of two of lanes side by side, a column at a time; then neighbours are joined, again and again."""
    import numpy

    columns = numpy.frombuffer(data, "uint8").reshape(-1, _LANE_BYTES).T.copy()
    table = numpy.array(_TABLE, "uint32")
    states = numpy.zeros(columns.shape[1], "uint32")
    states[0] = state
    for column in columns:
        states = table[(states ^ column) & 0xFF] ^ states >> 8
    width = _LANE_BYTES
    while len(states) > 1:
        states = _shifted(_shift_tables(width), states[0::2]) ^ states[1::2]
        width *= 2
    return int(states[0])


def _by_numpy(data: memoryview) -> int:
    state = 0xFFFFFFFF
    while len(data) >= 16 * _LANE_BYTES:
        length = _LANE_BYTES << (len(data) // _LANE_BYTES).bit_length() - 1
        state = _in_lanes(data[:length], state)
        data = data[length:]
    return _by_bytes(data, state) ^ 0xFFFFFFFF


def _pick() -> Callable[[memoryview], int]:
    try:
        import google_crc32c

        return lambda data: int(google_crc32c.value(bytes(data)))
    except ImportError:
        pass
    try:
        import crc32c as module

        return lambda data: int(module.crc32c(data))
    except ImportError:
        pass
    try:
        import numpy  # noqa: F401
    except ImportError:
        return lambda data: _by_bytes(data) ^ 0xFFFFFFFF
    return _by_numpy


_chosen = _pick()


def crc32c(data: memoryview) -> int:
    """CRC32C of bytes."""
    return _chosen(data)
