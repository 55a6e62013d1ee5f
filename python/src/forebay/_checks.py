"""The limits of the public interface; each refusal names its field and the limit."""

from __future__ import annotations

from collections.abc import Sequence

from forebay.errors import InvalidInput

MAX_KEYS = 65_536
MAX_TRIGGER_KEYS = 4_096
MAX_HASH_BYTES = 64
MAX_NAME_CHARS = 256
MAX_MESSAGE_BYTES = 64 << 20
NANOS = 1_000_000_000
MIN_SECONDS = 0.001
MAX_SECONDS = 600.0


def unless(holds: bool, field: str, reason: str) -> None:
    """Refuses `field` unless `holds`."""
    if not holds:
        raise InvalidInput(field, reason)


def name(field: str, value: str) -> str:
    """A name of 1 to 256 characters."""
    unless(isinstance(value, str) and value != "", field, "is empty")
    return optional_name(field, value)


def optional_name(field: str, value: str) -> str:
    """A name of at most 256 characters."""
    unless(
        utf16_length(value) <= MAX_NAME_CHARS,
        field,
        f"has {utf16_length(value)} characters; the limit is {MAX_NAME_CHARS}",
    )
    return value


def utf16_length(value: str) -> int:
    """Characters as the node counts them."""
    return len(value) if value.isascii() else len(value.encode("utf-16-le", "surrogatepass")) // 2


def address(value: str) -> str:
    """`host:port`, an IPv6 address in brackets."""
    host, colon, port = value.rpartition(":")
    bracketed = host.startswith("[") and host.endswith("]") and len(host) > 2
    good = bool(colon and host) and (bracketed or not set(host) & set(":[")) and port.isdecimal()
    unless(good, "address", f"is {value!r}, not host:port with an IPv6 address in brackets")
    unless(1 <= int(port) <= 65_535, "address", f"is {value!r}; ports are 1 to 65535")
    return value


def hashes(values: Sequence[bytes], limit: int = MAX_KEYS, field: str = "hashes") -> list[bytes]:
    """1 to `limit` hashes of 1 to 64 bytes each, as a list of their own."""
    unless(len(values) > 0, field, "is empty; at least 1 is needed")
    return any_hashes(values, limit, field)


def any_hashes(values: Sequence[bytes], limit: int | None, field: str = "hashes") -> list[bytes]:
    """At most `limit` hashes, which may be none."""
    copied = list(values)
    unless(
        limit is None or len(copied) <= limit, field, f"has {len(copied)} entries; the limit is {limit}"
    )
    unless(set(map(type, copied)) <= {bytes}, field, "has entries that are not bytes")
    for length in set(map(len, copied)):
        unless(1 <= length <= MAX_HASH_BYTES, field, f"has a hash of {length} bytes; 1 to 64 are needed")
    return copied


def integer(field: str, value: int, low: int, high: int) -> int:
    """An integer from `low` to `high`."""
    good = isinstance(value, int) and low <= value <= high
    unless(good, field, f"is {value}; it must be from {low} to {high}")
    return value


def seconds(field: str, value: float, low: float = MIN_SECONDS, high: float = MAX_SECONDS) -> float:
    """A time from `low` to `high`, seconds."""
    unless(low <= value <= high, field, f"is {value} s; it must be from {low} to {high} s")
    return float(value)


def nanos(value: float) -> int:
    """Seconds in nanoseconds."""
    return int(value * NANOS)
