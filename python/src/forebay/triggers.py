"""What a trigger comes to: a request will read blocks, those on SSD alone are to be in memory by then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from forebay._checks import MAX_TRIGGER_KEYS
from forebay.errors import CallFailed, Remedy
from forebay.outcomes import PrefetchStatus
from forebay.v1 import router_pb2


@dataclass(frozen=True)
class TriggerOff:
    """No trigger is heard: nothing was done, for no block.

    :param supported: whether the master knows triggers at all, and has only switched them off
    """

    supported: bool


@dataclass(frozen=True)
class PrefetchAnswer:
    """What was decided about one block.

    :param owner: who has it, or is to bring it to memory, or was too full for that; empty where nobody is
    :param leased: whether the owner's replica in memory is kept for the time that was asked for
    """

    status: PrefetchStatus
    owner: str = ""
    leased: bool = False


@dataclass(frozen=True)
class TriggerDecided:
    """One decision for each asked hash, in their order.

    :param warming: who has no owner now may have one soon
    :param answers: those of blocks that were throttled a moment ago are what was answered then
    """

    warming: bool
    answers: Sequence[PrefetchAnswer]


def trigger_report(
    message: router_pb2.BatchPrefetchToMemoryResponse, asked: int
) -> TriggerDecided | TriggerOff:
    """What a master's answer for `asked` hashes says; raises CallFailed where it makes no sense."""
    if message.WhichOneof("result") == "disabled":
        return TriggerOff(supported=True)
    decided = message.decided
    if len(decided.answers) != asked:
        raise CallFailed(Remedy.RETRY, f"{len(decided.answers)} answers for {asked} hashes")
    answers = [
        PrefetchAnswer(PrefetchStatus(each.status), each.owner_id, each.leased)
        for each in decided.answers
    ]
    return TriggerDecided(decided.warming, answers)


def batches(hashes: Sequence[bytes], size: int = MAX_TRIGGER_KEYS) -> list[list[bytes]]:
    """Parts of at most `size`; none for nothing."""
    return [list(hashes[at : at + size]) for at in range(0, len(hashes), size)]


def joined_trigger(
    hashes: Sequence[bytes], ask: Callable[[list[bytes]], TriggerDecided | TriggerOff]
) -> TriggerDecided | TriggerOff:
    """Asks in batches, one behind the other; where one fails all has failed."""
    warming, answers = False, list[PrefetchAnswer]()
    for batch in batches(hashes) or [[]]:
        report = ask(batch)
        if isinstance(report, TriggerOff):
            return report
        warming |= report.warming
        answers.extend(report.answers)
    return TriggerDecided(warming, answers)
