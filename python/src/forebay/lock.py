"""A sign of life: each process of an engine instance holds a shared lock on the instance's file while it may write.

Only when nobody holds it does the node give the instance's unsealed memory to another writer. The system drops the
lock when the process ends, however it ends.

POSIX locks have a trap: a process that closes *any* descriptor of a file loses all its locks on it. So the files
that are locked here are in one register, and none in it is opened a second time. Other code must leave them alone.
"""

from __future__ import annotations

import fcntl
import os
import threading
import time
from pathlib import Path

from forebay.errors import PoolError

_HOLD_SECONDS = 1.0
_RETRY_SECONDS = 0.001
_register_lock = threading.Lock()
_held: dict[Path, "_Held"] = {}


class _Held:
    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.uses = 1
        self.process = os.getpid()


def _lock(path: Path) -> int | None:
    """A descriptor that holds the lock; None while somebody holds it alone, or has just deleted the file."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    locked = False
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        # Somebody who found the file unused may have deleted it before the lock was ours.
        locked = os.path.exists(path) and os.path.samestat(os.fstat(descriptor), os.stat(path))
    except (BlockingIOError, PermissionError, FileNotFoundError):
        pass
    finally:
        if not locked:
            os.close(descriptor)
    return descriptor if locked else None


class InstanceLock:
    """One hold of an instance's lock; several in one process count up. Safe from any thread."""

    def __init__(self, key: Path) -> None:
        self._key = key
        self._open = True

    @staticmethod
    def hold(path: str | os.PathLike[str]) -> InstanceLock:
        """Takes the lock for this process; waits 1 s at most for the node, which locks it alone for moments.

        Raises PoolError when the file cannot be made or locked.
        """
        end = time.monotonic() + _HOLD_SECONDS
        try:
            key = Path(path).absolute().parent.resolve(strict=True) / Path(path).name
            while True:
                with _register_lock:
                    if _take(key):
                        return InstanceLock(key)
                if time.monotonic() > end:
                    raise PoolError(f"somebody else holds the lock file {path} for himself")
                time.sleep(_RETRY_SECONDS)
        except OSError as e:
            raise PoolError(f"the lock file {path} cannot be had: {e}") from e

    def close(self) -> None:
        """Gives this hold back: this user of the instance writes no more. Closing again does nothing."""
        with _register_lock:
            if not self._open:
                return
            self._open = False
            held = _held[self._key]
            held.uses -= 1
            if held.uses == 0:
                del _held[self._key]
                os.close(held.descriptor)


def _take(key: Path) -> bool:
    held = _held.get(key)
    if held is not None and held.process == os.getpid():
        held.uses += 1
        return True
    # A forked child has none of its parent's locks, and closing what it inherited harms nobody.
    descriptor = _lock(key)
    if descriptor is None:
        return False
    _held[key] = _Held(descriptor)
    return True
