"""A master and nodes in processes of their own, started as a user starts them."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, Queue
from typing import Self

ROOT = Path(__file__).resolve().parents[2]
COMMAND = shlex.split(os.environ.get("PYTEST_FOREBAY_COMMAND", "")) or [str(ROOT / "forebay")]
READY_SECONDS = 60.0
STOP_SECONDS = 20.0
NO_BUILD = {**os.environ, "FOREBAY_INSIDE_VERIFY": "1"}
JVM = "-Xmx256m -XX:TieredStopAtLevel=1"


class Child:
    """A process that says lines and hears lines, its standard error in a file. Killed at the latest by `close`."""

    def __init__(self, command: list[str], log: Path, env: dict[str, str] | None = None) -> None:
        self._log = log
        setpriv = shutil.which("setpriv")
        guarded = [setpriv, "--pdeathsig", "TERM", *command] if setpriv else command
        with log.open("wb") as errors:
            self._process = subprocess.Popen(
                guarded,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                cwd=ROOT,
                env=env,
            )
        self._lines: Queue[str | None] = Queue(maxsize=10_000)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    @property
    def pid(self) -> int:
        return self._process.pid

    def line(self, timeout: float = READY_SECONDS) -> str:
        """The next line that it says."""
        try:
            line = self._lines.get(timeout=timeout)
        except Empty:
            raise AssertionError(f"nothing said in {timeout} s; its log:\n{self.log}") from None
        assert line is not None, f"it has ended; its log:\n{self.log}"
        return line

    def ask(self, line: str, timeout: float = READY_SECONDS) -> str:
        """Says a line and hears one."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return self.line(timeout)

    @property
    def log(self) -> str:
        return self._log.read_text(errors="replace")[-4_000:]

    def kill(self) -> None:
        """SIGKILL, and waits for the end."""
        self._process.kill()
        self._process.wait(STOP_SECONDS)

    def pause(self) -> None:
        """SIGSTOP."""
        os.kill(self.pid, signal.SIGSTOP)

    def resume(self) -> None:
        """SIGCONT."""
        os.kill(self.pid, signal.SIGCONT)

    def close(self) -> None:
        """SIGTERM, and SIGKILL where that takes too long."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


class Server(Child):
    """A master or a node; where it listens is known when it is made."""

    def __init__(self, arguments: list[str], log: Path) -> None:
        env = {**NO_BUILD, "FOREBAY_JAVA_OPTS": JVM}
        super().__init__([*COMMAND, *arguments, "--json"], log, env)
        self.arguments = arguments
        self.control = ""

    def ready(self) -> Self:
        """Waits until it says where it is."""
        while not self.control:
            line = self.line()
            if line.startswith("{"):
                self.control = str(json.loads(line).get("control", ""))
        return self

    @property
    def port(self) -> int:
        return int(self.control.rpartition(":")[2])


class Cluster:
    """What a test module starts; everything is stopped and deleted by `close`."""

    def __init__(self) -> None:
        self.state = Path(tempfile.mkdtemp(prefix="forebay-python-"))
        self.pools = Path(tempfile.mkdtemp(prefix="forebay-python-", dir="/dev/shm"))
        self._children: list[Child] = []
        self._count = 0

    def log(self, name: str) -> Path:
        self._count += 1
        return self.state / f"{self._count}-{name}.log"

    def keep(self, child: Child) -> Child:
        self._children.append(child)
        return child

    def master(self, *more: str, port: int = 0) -> Server:
        server = self._start("master", ["--master-control-port", str(port), "--master-http-port", "0", *more])
        return server.ready()

    def start_node(self, name: str, master: str, *more: str, port: int = 0) -> Server:
        """Starts a node and does not wait for it."""
        arguments = ["--node-id", name, "--master-address", master, "--control-port", str(port)]
        arguments += ["--data-port", "0", "--http-port", "0", "--pool-directory", str(self.pools)]
        arguments += ["--state-directory", str(self.state / name), "--fabric", "map"]
        return self._start("node", [*arguments, *(more or ("--pool-size", "64MiB"))])

    def node(self, name: str, master: str, *more: str, port: int = 0) -> Server:
        return self.start_node(name, master, *more, port=port).ready()

    def _start(self, kind: str, arguments: list[str]) -> Server:
        server = Server([kind, *arguments], self.log(kind))
        self._children.append(server)
        return server

    def python(self, code: str) -> Child:
        """A Python process with this one's package."""
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        return self.keep(Child([sys.executable, "-u", "-c", code], self.log("python"), env))

    def java(self, source: Path, *arguments: str) -> Child:
        """A Java program in one file, over the built classes."""
        jars = (ROOT / "cli/target/classpath").read_text().strip()
        home = os.environ.get("FOREBAY_JAVA_HOME") or os.environ.get("JAVA_HOME")
        java = f"{home}/bin/java" if home else "java"
        flags = ["--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", *JVM.split()]
        return self.keep(Child([java, *flags, "-cp", jars, str(source), *arguments], self.log("java")))

    def close(self) -> None:
        for child in reversed(self._children):
            child.kill() if child._process.poll() is None else None
            child.close()
        shutil.rmtree(self.state, ignore_errors=True)
        shutil.rmtree(self.pools, ignore_errors=True)


def eventually(holds: Callable[[], object], timeout: float = 20.0, what: str = "") -> None:
    """Waits until something holds."""
    done = threading.Event()
    waited = 0.0
    while not holds():
        assert waited < timeout, f"not so within {timeout} s: {what}"
        done.wait(0.02)
        waited += 0.02
