"""Follows the KV events of vLLM, and knows nothing of whoever publishes them.

It keeps, for each topic, which blocks are in which medium, and loses a share of the live messages on purpose. What it
has missed it asks for at the replay socket: a number that jumps means a hole, one that goes back means that the
publisher has started anew and nothing is known of it any more.

    vllm_subscriber.py ENDPOINT REPLAY_ENDPOINT SHARE_LOST SEED

Each line on standard input is answered with a line of JSON: the table, and what has been done to get there.
"""

import json
import random
import sys

import msgpack
import zmq

END = 2**64 - 1
REPLAY_PATIENCE_MILLIS = 5000


def fields(event, names):
    """An event's type and fields, be it an array or a map; what is missing is None, what is more is ignored."""
    if isinstance(event, dict):
        return event["type"], [event.get(name) for name in names.get(event["type"], [])]
    wanted = names.get(event[0], [])
    return event[0], (list(event[1:]) + [None] * len(wanted))[: len(wanted)]


class Table:
    NAMES = {
        "BlockStored": ["block_hashes", "parent_block_hash", "token_ids", "block_size", "lora_id", "medium"],
        "BlockRemoved": ["block_hashes", "medium"],
        "AllBlocksCleared": [],
    }

    def __init__(self):
        self.blocks = {}

    def apply(self, topic, payload):
        batch = msgpack.unpackb(payload, raw=False, strict_map_key=False)
        events = batch["events"] if isinstance(batch, dict) else batch[1]
        here = self.blocks.setdefault(topic, set())
        for event in events:
            kind, values = fields(event, self.NAMES)
            if kind == "BlockStored":
                here.update((values[5] or "GPU", name(block)) for block in values[0])
            elif kind == "BlockRemoved":
                here.difference_update((values[1] or "GPU", name(block)) for block in values[0])
            elif kind == "AllBlocksCleared":
                here.clear()

    def lines(self):
        return sorted(f"{topic} {medium} {block}" for topic, here in self.blocks.items() for medium, block in here)


def name(block):
    return block.hex() if isinstance(block, bytes) else str(block)


class Subscriber:
    def __init__(self, endpoint, replay_endpoint, share_lost, seed):
        self.context = zmq.Context()
        self.live = self.context.socket(zmq.SUB)
        self.live.setsockopt(zmq.SUBSCRIBE, b"")
        self.live.connect(endpoint)
        self.replay_endpoint = replay_endpoint
        self.replay_socket = None
        self.share_lost = share_lost
        self.random = random.Random(seed)
        self.table = Table()
        self.last = -1
        self.last_live = -1
        self.counts = {"heard": 0, "lost": 0, "replays": 0, "replayed": 0, "unanswered": 0, "restarts": 0}

    def hear(self):
        topic, number, payload = self.live.recv_multipart()
        if self.random.random() < self.share_lost:
            self.counts["lost"] += 1
            return
        self.counts["heard"] += 1
        number = int.from_bytes(number, "big")
        if number < self.last_live:
            self.counts["restarts"] += 1
            self.table = Table()
            self.last = -1
        self.last_live = number
        if number > self.last + 1:
            self.replay()
        self.follow(topic, number, payload)

    def follow(self, topic, number, payload):
        if number > self.last:
            self.table.apply(topic.decode(), payload)
            self.last = number

    def replay(self):
        """Asks for all that is behind the last number."""
        self.counts["replays"] += 1
        if self.replay_socket is None:
            self.replay_socket = self.context.socket(zmq.DEALER)
            self.replay_socket.setsockopt(zmq.LINGER, 0)
            self.replay_socket.connect(self.replay_endpoint)
        self.replay_socket.send_multipart([b"", (self.last + 1).to_bytes(8, "big")])
        while self.replay_socket.poll(REPLAY_PATIENCE_MILLIS):
            frames = self.replay_socket.recv_multipart()
            topic, number, payload = frames[-3:]
            number = int.from_bytes(number, "big")
            if number == END:
                return
            self.counts["replayed"] += 1
            self.follow(topic, number, payload)
        self.counts["unanswered"] += 1
        self.replay_socket.close()
        self.replay_socket = None

    def run(self):
        poller = zmq.Poller()
        poller.register(self.live, zmq.POLLIN)
        poller.register(sys.stdin.fileno(), zmq.POLLIN)
        self.replay()
        while True:
            ready = dict(poller.poll())
            if self.live in ready:
                self.hear()
            if sys.stdin.fileno() in ready:
                if not sys.stdin.readline():
                    return
                print(json.dumps({"table": self.table.lines(), "last": self.last, **self.counts}), flush=True)


if __name__ == "__main__":
    Subscriber(sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])).run()
