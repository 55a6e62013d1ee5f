"""Keeps one registration in force: connects, registers, maps, and begins again when any of it fails or ends.

    attempt -- registered and mapped --> in force -- lost --> pause --> attempt
       '-- refused, failed, no answer in time --> pause --> attempt          stop: from everywhere, for good
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from typing import Any

from forebay._backoff import BackOff
from forebay._channel import REGISTER, Channel
from forebay._registration import LiveRegistration, Registered
from forebay.errors import CallFailed, CallRefused, PoolError, Remedy
from forebay.options import EngineOptions

_log = logging.getLogger("forebay")
_END = object()


class Keeper:
    """Steps run on a thread of its own; others read `current` and wait for it to change."""

    def __init__(self, options: EngineOptions) -> None:
        self._options = options
        self._changed = threading.Condition()
        self._current: LiveRegistration | None = None
        self._refusal: CallRefused | None = None
        self._stopped = threading.Event()
        self._back_off = BackOff()
        self._inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        name = f"forebay-{options.instance}-{options.rank}"
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Starts connecting."""
        self._thread.start()

    @property
    def current(self) -> LiveRegistration | None:
        """The registration in force, if there is one."""
        live = self._current
        return None if live is None or live.over else live

    def wait(self, timeout: float) -> bool:
        """Waits for a registration; raises InvalidInput if the node refuses it, since waiting will not help."""
        with self._changed:
            self._changed.wait_for(
                lambda: self.current or self._refusal or self._stopped.is_set(), timeout
            )
            if self.current is None and self._refusal is not None:
                raise self._refusal.as_input() from self._refusal
            return self.current is not None

    def retire(self) -> LiveRegistration | None:
        """Takes the registration out of force, for good, still alive. Then comes `stop`."""
        with self._changed:
            self._stopped.set()
            last, self._current = self.current, None
            self._changed.notify_all()
            return last

    def stop(self, timeout: float) -> None:
        """Ends what is left, and the thread; waits `timeout` seconds at most."""
        self._stopped.set()
        self._inbox.put(_END)
        if threading.current_thread() is not self._thread and self._thread.ident is not None:
            self._thread.join(timeout)

    def _publish(self, live: LiveRegistration | None, refusal: CallRefused | None) -> None:
        with self._changed:
            self._current = None if self._stopped.is_set() else live
            self._refusal = refusal
            self._changed.notify_all()

    def _run(self) -> None:
        last_trouble = ""
        while not self._stopped.is_set():
            trouble = self._attempt()
            if self._stopped.is_set():
                break
            if trouble != last_trouble:
                _log.warning(
                    "no registration with the node at %s: %s; trying again",
                    self._options.node_address,
                    trouble,
                )
                last_trouble = trouble
            self._stopped.wait(self._back_off.next())

    def _attempt(self) -> str:
        """One connection, from its opening to its end; answers what ended it."""
        inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._inbox = inbox
        if self._stopped.is_set():  # whoever stops it puts the end into the inbox that it sees
            return "the client is closed"
        channel = Channel(self._options.node_address)
        live: LiveRegistration | None = None
        refusal: CallRefused | None = None
        trouble = "the connection is lost"
        try:
            stream = _Stream(channel, self._options, inbox)
            live = stream.live = self._adopt(channel, inbox)
            if live.over or stream.over:
                return trouble
            self._publish(live, None)
            self._hold(live, inbox)
        except CallRefused as e:
            refusal, trouble = e, str(e)
        except (CallFailed, PoolError) as e:
            trouble = str(e)
        except Exception as e:  # a broken attempt is one more failed one
            trouble = repr(e)
        finally:
            self._publish(None, refusal)
            if live is not None:
                live.end()
            else:
                channel.close()
        return trouble

    def _adopt(self, channel: Channel, inbox: queue.SimpleQueue[Any]) -> LiveRegistration:
        try:
            welcome = inbox.get(timeout=self._options.call_timeout)
        except queue.Empty:
            raise CallFailed(Remedy.RETRY, f"no answer in {self._options.call_timeout} s") from None
        if welcome is _END:
            raise CallFailed(Remedy.RETRY, "the client is closed")
        if isinstance(welcome, Exception):
            raise welcome
        registered = Registered.of(welcome)
        live = LiveRegistration(self._options, channel, registered, lambda: inbox.put(_END))
        self._back_off.reset()
        _log.info(
            "registered %s rank %d with the node at %s",
            self._options.instance,
            self._options.rank,
            self._options.node_address,
        )
        return live

    def _hold(self, live: LiveRegistration, inbox: queue.SimpleQueue[Any]) -> None:
        """Until the registration ends; renews leases meanwhile."""
        every = self._options.renew_every
        due = time.monotonic() + every if every is not None else None
        while True:
            try:
                left = None if due is None else max(0.0, due - time.monotonic())
                item = inbox.get(timeout=left)
            except queue.Empty:
                live.renew_all()
                assert every is not None
                due = time.monotonic() + every
                continue
            if item is _END or isinstance(item, Exception):
                return


class _Stream:
    """The stream that registers a rank, read on a thread of its own: what is lost counts as over at once."""

    def __init__(
        self, channel: Channel, options: EngineOptions, inbox: queue.SimpleQueue[Any]
    ) -> None:
        self.live: LiveRegistration | None = None
        self.over = False
        self._channel = channel
        self._inbox = inbox
        self._call = channel.stream(REGISTER, options.registration())
        name = f"forebay-stream-{options.instance}"
        threading.Thread(target=self._read, name=name, daemon=True).start()

    def _read(self) -> None:
        try:
            for message in self._channel.responses(REGISTER, self._call):
                self._inbox.put(message)
        except (CallRefused, CallFailed) as e:
            self.over = True
            live = self.live
            if live is not None:
                live.over = True
            self._inbox.put(e)
