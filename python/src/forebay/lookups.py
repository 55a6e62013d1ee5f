"""Where blocks are, as a master says it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from forebay.errors import CallFailed, Remedy
from forebay.outcomes import Tier
from forebay.triggers import TriggerDecided, TriggerOff
from forebay.v1 import router_pb2


@dataclass(frozen=True)
class Replica:
    """One copy of a block.

    :param node: who has it
    :param session: the node's registration with the master
    :param tier: where it is there
    :param lease: what is left of its router lease, seconds; 0 for none
    """

    node: str
    session: int
    tier: Tier
    lease: float


@dataclass(frozen=True)
class BlockTiers:
    """Where one block is.

    :param replicas: on visible nodes, those in memory first
    :param size_bytes: of the block; 0 where no node has said
    :param promoting: whether a task is to bring it from an SSD to memory
    """

    replicas: Sequence[Replica]
    size_bytes: int
    promoting: bool


@dataclass(frozen=True)
class LookupReply:
    """Where each asked block is, in their order.

    :param warming: who has no owner now may have one soon
    """

    master_epoch: int
    warming: bool
    blocks: Sequence[BlockTiers]

    @staticmethod
    def of(message: router_pb2.LookupResponse, asked: int) -> LookupReply:
        """What an answer for `asked` hashes says; raises CallFailed where it makes no sense."""
        if len(message.blocks) != asked:
            raise CallFailed(Remedy.RETRY, f"{len(message.blocks)} blocks for {asked} hashes")
        owners = [(owner.node_id, owner.session) for owner in message.owners]
        blocks = []
        for block in message.blocks:
            replicas = []
            for each in block.replicas:
                if each.owner >= len(owners):
                    raise CallFailed(Remedy.RETRY, f"owner {each.owner} of {len(owners)}")
                tier = Tier(each.tier)
                if tier.is_known:
                    node, session = owners[each.owner]
                    replicas.append(Replica(node, session, tier, each.lease_nanos / 1e9))
            blocks.append(BlockTiers(replicas, block.size_bytes, block.promoting))
        return LookupReply(message.master_epoch, message.warming, blocks)

    def and_then(self, following: LookupReply) -> LookupReply:
        """This one's blocks and then another's, of a later batch."""
        warming = self.warming or following.warming
        return LookupReply(following.master_epoch, warming, [*self.blocks, *following.blocks])


@dataclass(frozen=True)
class TriggeredLookup:
    """Where blocks were before a trigger, and what it came to; both in the order asked."""

    before: LookupReply
    trigger: TriggerDecided | TriggerOff


@dataclass(frozen=True)
class CancelReply:
    """What became of a request that is taken back.

    :param ended: blocks that are not brought to memory any more
    :param kept: blocks that are, for others or because they are being read
    """

    master_epoch: int
    ended: int
    kept: int
