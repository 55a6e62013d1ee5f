"""Client of Forebay, a store for the KV cache of large language models.

`EngineClient` saves and loads blocks in the memory that an engine shares with the node of its host; `RouterClient`
asks the master where blocks are, and has them brought to memory before a request reads them.
"""

from forebay.engine import EngineClient, PrefixLengths
from forebay.errors import CacheUnavailable, Failed, ForebayError, InvalidInput, PoolError, Remedy
from forebay.events import EventSubscription, WatchFrom
from forebay.handoff import HandoffReport, HandoffState
from forebay.layout import KvLayout, Order, Segment
from forebay.loaded import Loaded
from forebay.lookups import BlockTiers, CancelReply, LookupReply, Replica, TriggeredLookup
from forebay.options import EngineOptions, Namespace, RouterOptions
from forebay.outcomes import (
    HandoffLevel,
    LeaseResult,
    Outcome,
    PrefetchStatus,
    QueryMode,
    Tier,
)
from forebay.router import RouterClient
from forebay.save import Save, SaveReport
from forebay.table import TierTable
from forebay.triggers import PrefetchAnswer, TriggerDecided, TriggerOff

__all__ = [
    "BlockTiers",
    "CacheUnavailable",
    "CancelReply",
    "EngineClient",
    "EngineOptions",
    "EventSubscription",
    "Failed",
    "ForebayError",
    "HandoffLevel",
    "HandoffReport",
    "HandoffState",
    "InvalidInput",
    "KvLayout",
    "LeaseResult",
    "Loaded",
    "LookupReply",
    "Namespace",
    "Order",
    "Outcome",
    "PoolError",
    "PrefetchAnswer",
    "PrefetchStatus",
    "PrefixLengths",
    "QueryMode",
    "Remedy",
    "Replica",
    "RouterClient",
    "RouterOptions",
    "Save",
    "SaveReport",
    "Segment",
    "Tier",
    "TierTable",
    "TriggerDecided",
    "TriggerOff",
    "TriggeredLookup",
    "WatchFrom",
]
__version__ = "0.1.0.dev0"
