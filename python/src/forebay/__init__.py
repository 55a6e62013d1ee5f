"""Client of Forebay, a store for the KV cache of large language models.

`EngineClient` saves and loads blocks in the memory that an engine shares with the node of its host; `RouterClient`
asks the master where blocks are, and has them brought to memory before a request reads them.
"""

from forebay.engine import EngineClient, PrefixLengths
from forebay.errors import CacheUnavailable, Failed, ForebayError, InvalidInput, PoolError, Remedy
from forebay.handoff import HandoffReport, HandoffState
from forebay.layout import KvLayout, Order, Segment
from forebay.loaded import Loaded
from forebay.options import EngineOptions, Namespace
from forebay.outcomes import (
    HandoffLevel,
    LeaseResult,
    Outcome,
    PrefetchStatus,
    QueryMode,
    Tier,
)
from forebay.save import Save, SaveReport
from forebay.triggers import PrefetchAnswer, TriggerDecided, TriggerOff

__all__ = [
    "CacheUnavailable",
    "EngineClient",
    "EngineOptions",
    "Failed",
    "ForebayError",
    "HandoffLevel",
    "HandoffReport",
    "HandoffState",
    "InvalidInput",
    "KvLayout",
    "LeaseResult",
    "Loaded",
    "Namespace",
    "Order",
    "Outcome",
    "PoolError",
    "PrefetchAnswer",
    "PrefetchStatus",
    "PrefixLengths",
    "QueryMode",
    "Remedy",
    "Save",
    "SaveReport",
    "Segment",
    "Tier",
    "TriggerDecided",
    "TriggerOff",
]
__version__ = "0.1.0.dev0"
