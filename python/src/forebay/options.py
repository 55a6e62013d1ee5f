"""What clients are opened with. Checked when made, so that a client never starts on bad input."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from forebay import _checks
from forebay.layout import KvLayout
from forebay.v1 import common_pb2, engine_pb2

PROTOCOL_VERSION = 1


@dataclass(frozen=True)
class Namespace:
    """What makes blocks comparable: equal hashes in different namespaces are different blocks."""

    model: str
    tenant: str
    fingerprint: str

    def to_message(self) -> common_pb2.Namespace:
        """The message that says so."""
        return common_pb2.Namespace(
            model=self.model, tenant=self.tenant, fingerprint=self.fingerprint
        )

    @staticmethod
    def of(message: common_pb2.Namespace) -> Namespace:
        """The namespace that a message names."""
        return Namespace(message.model, message.tenant, message.fingerprint)


@dataclass(frozen=True)
class EngineOptions:
    """What an EngineClient is opened with.

    :param node_address: `host:port` of the node on this host
    :param instance: the engine instance; all its ranks give the same one, a restarted engine takes a new one
    :param layout: how the engine's blocks lie in memory
    :param model: the engine's name for model and precision, 1 to 256 characters
    :param rank: 0-based tensor-parallel rank of this process
    :param tenant: who may share the blocks; may be empty
    :param strict: True: a cache that is away is CacheUnavailable instead of a miss
    :param call_timeout: longest wait for one answer that has no deadline of its own, seconds; 1 ms to 10 minutes
    :param renew_every: how often the leases of what is loaded are renewed, seconds; None never. A node's leases
        last `lease.engine`, 600 s unless it says otherwise; a third of that is a good choice
    :param numa_node: the NUMA node that this process's device is near, where known
    """

    node_address: str
    instance: str
    layout: KvLayout
    model: str
    rank: int = 0
    tenant: str = ""
    strict: bool = False
    call_timeout: float = 5.0
    renew_every: float | None = 120.0
    numa_node: int | None = None

    def __post_init__(self) -> None:
        _checks.address(self.node_address)
        _checks.name("instance_id", self.instance)
        _checks.name("model", self.model)
        _checks.optional_name("tenant", self.tenant)
        _checks.integer("rank", self.rank, 0, self.layout.tensor_parallel - 1)
        _checks.seconds("call_timeout", self.call_timeout)
        if self.renew_every is not None:
            _checks.seconds("renew_every", self.renew_every, 0.05, 86_400.0)
        if self.numa_node is not None:
            _checks.integer("numa_node", self.numa_node, 0, 1_023)

    @property
    def namespace(self) -> Namespace:
        """Of this engine's blocks."""
        return Namespace(self.model, self.tenant, self.layout.fingerprint)

    def registration(self) -> engine_pb2.RegisterRequest:
        """The message that registers this rank."""
        return engine_pb2.RegisterRequest(
            instance_id=self.instance,
            rank=self.rank,
            model=self.model,
            tenant=self.tenant,
            layout=self.layout.to_message(),
            versions=common_pb2.VersionRange(min=PROTOCOL_VERSION, max=PROTOCOL_VERSION),
            numa_node=self.numa_node,
        )


@dataclass(frozen=True)
class RouterOptions:
    """What a RouterClient is opened with.

    :param masters: `host:port` of each, 1 to 16, in the order in which they are asked
    :param call_timeout: of one call, all masters together, seconds; up to an hour
    :param off_for: how long a master that has triggers switched off is not asked for one, seconds
    :param strict: True: a call that no master answers is CacheUnavailable instead of Failed
    """

    masters: Sequence[str]
    call_timeout: float = 2.0
    off_for: float = 30.0
    strict: bool = False

    def __post_init__(self) -> None:
        _checks.unless(not isinstance(self.masters, str), "masters", "is text; a sequence is needed")
        count = len(self.masters)
        _checks.unless(1 <= count <= 16, "masters", f"has {count} entries; it must have 1 to 16")
        for master in self.masters:
            _checks.address(master)
        _checks.seconds("call_timeout", self.call_timeout, 0.001, 3_600.0)
        _checks.seconds("off_for", self.off_for, 0.0, 3_600.0)
