"""What `./forebay bench python` measures: an engine that queries a chain when told, and says how long it took.

    query_worker.py ADDRESS HASHES     HASHES is a file of the chain's hashes, 32 bytes each

Says `ready` and then, for each line `query` or `places` that it hears, the nanoseconds of one query with its lease; with
`places` those of finding out where each slot lies and looking at its generation are in it, too.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from forebay import EngineClient, EngineOptions, KvLayout  # noqa: E402

DEADLINE = 20.0


def measure(client: EngineClient, request_id: str, chain: list[bytes], places: bool) -> int:
    """Nanoseconds of one query; the release comes after."""
    start = time.perf_counter_ns()
    with client.query(request_id, chain, DEADLINE) as loaded:
        if places:
            offsets, current = loaded.offsets(), loaded.current()
            assert offsets.shape == (len(chain), 4) and current.all(), "blocks went away"
        nanos = time.perf_counter_ns() - start
        assert loaded.hits == len(chain), f"{loaded.hits} of {len(chain)} blocks were found"
        return nanos


def main() -> None:
    address, file = sys.argv[1], Path(sys.argv[2])
    raw = file.read_bytes()
    chain = [raw[at : at + 32] for at in range(0, len(raw), 32)]
    layout = KvLayout(4, 1, 2048, 64)
    with EngineClient(EngineOptions(address, "bench-python", layout, "bench")) as client:
        assert client.await_connected(DEADLINE), "the node does not answer"
        print("ready", flush=True)
        for number, line in enumerate(sys.stdin):
            print(measure(client, f"python-{number}", chain, line.strip() == "places"), flush=True)


if __name__ == "__main__":
    main()
