"""How an engine's blocks lie in memory. The fingerprint of a layout is part of its blocks' namespace."""

from __future__ import annotations

import enum
import hashlib
from dataclasses import dataclass
from functools import cached_property

from forebay._checks import integer, unless
from forebay.v1 import engine_pb2


class Order(enum.IntEnum):
    """What a slot holds."""

    LAYER_FIRST = 0
    """One layer of one rank: one slot for each (layer, rank), all of one size."""
    PAGE_FIRST = 1
    """A page of all layers of one rank: one slot for each rank."""


@dataclass(frozen=True)
class Segment:
    """A part of a slot, bytes."""

    offset: int
    length: int


@dataclass(frozen=True)
class KvLayout:
    """The layout of an attention cache. A layer has a segment of keys and one of values on each rank, or a joint one.

    Layer-first: slot = layer * tensor_parallel + rank, K then V, each padded to the alignment; a segment has
    the engine's own shape, say [token, head, dim]. Page-first: slot = rank, all layers one behind the other.

    :param layers: 1 to 4,096
    :param tensor_parallel: ranks that share the heads, 1 to 1,024
    :param segment_bytes: of K (and of V) of one layer on one rank, 1 byte to 1 GiB
    :param alignment: each segment starts at a multiple of it: a power of two, 1 byte to 2 MiB
    :param order: what a slot holds
    :param parts: 2 for K and V, 1 where they are joint, as with latent attention
    :param layer_bytes: the segments' sizes where they differ, one for each layer; page-first only
    :param group: tells apart the groups of a model whose layers have chains of their own, 0 to 65,535
    """

    layers: int
    tensor_parallel: int
    segment_bytes: int
    alignment: int = 64
    order: Order = Order.LAYER_FIRST
    parts: int = 2
    layer_bytes: tuple[int, ...] = ()
    group: int = 0

    def __post_init__(self) -> None:
        integer("layout.layers", self.layers, 1, 4_096)
        integer("layout.group", self.group, 0, 65_535)
        integer("layout.tensor_parallel", self.tensor_parallel, 1, 1_024)
        integer("layout.parts", self.parts, 1, 2)
        integer("layout.alignment", self.alignment, 1, 2 << 20)
        unless(
            self.alignment & (self.alignment - 1) == 0,
            "layout.alignment",
            f"is {self.alignment}, not a power of two",
        )
        unless(
            len(self.layer_bytes) in (0, self.layers),
            "layout.layer_bytes",
            f"has {len(self.layer_bytes)} sizes for {self.layers} layers",
        )
        for size in set(self._sizes):
            integer("layout.segment_bytes", size, 1, 1 << 30)
        if self.order == Order.LAYER_FIRST:
            integer("layout.slots", self.layers * self.tensor_parallel, 1, 65_536)
            unless(
                len(set(self._sizes)) == 1,
                "layout.layer_bytes",
                "has different sizes, which only a page-first layout may have",
            )

    @cached_property
    def _sizes(self) -> tuple[int, ...]:
        return self.layer_bytes or (self.segment_bytes,) * self.layers

    def _padded(self, size: int) -> int:
        return (size + self.alignment - 1) & -self.alignment

    @cached_property
    def fingerprint(self) -> str:
        """32 hexadecimal digits that name this layout, the same on every host and in every language."""
        sizes = self._sizes[:1] if len(set(self._sizes)) == 1 else self._sizes
        order = "layer-first" if self.order == Order.LAYER_FIRST else "page-first"
        form = (
            f"kv {order} layers={self.layers} tp={self.tensor_parallel}"
            f" segment={','.join(map(str, sizes))} align={self.alignment}"
        )
        form += f" parts={self.parts}" if self.parts != 2 else ""
        form += f" group={self.group}" if self.group else ""
        return hashlib.sha256(form.encode()).digest()[:16].hex()

    @cached_property
    def slot_count(self) -> int:
        """Slots of a block, over all ranks."""
        layer_first = self.order == Order.LAYER_FIRST
        return self.layers * self.tensor_parallel if layer_first else self.tensor_parallel

    @cached_property
    def slot_bytes(self) -> int:
        """Bytes of one slot, padding included."""
        sizes = self._sizes[:1] if self.order == Order.LAYER_FIRST else self._sizes
        return self.parts * sum(map(self._padded, sizes))

    @property
    def block_bytes(self) -> int:
        """Bytes of one block over all ranks, padding included."""
        return self.slot_count * self.slot_bytes

    def slot(self, layer: int, rank: int = 0) -> int:
        """The slot that has one layer on one rank."""
        integer("layer", layer, 0, self.layers - 1)
        integer("rank", rank, 0, self.tensor_parallel - 1)
        return layer * self.tensor_parallel + rank if self.order == Order.LAYER_FIRST else rank

    def slots_of_rank(self, rank: int) -> list[int]:
        """The slots that a rank writes, ascending."""
        integer("rank", rank, 0, self.tensor_parallel - 1)
        return list(range(rank, self.slot_count, self.tensor_parallel))

    def segment(self, layer: int, part: int = 0) -> Segment:
        """Where in its slot a layer's part lies.

        :param part: 0 for K or the joint segment, 1 for V
        """
        integer("layer", layer, 0, self.layers - 1)
        integer("part", part, 0, self.parts - 1)
        size = self._sizes[layer]
        before = 0
        if self.order == Order.PAGE_FIRST:
            before = self.parts * sum(map(self._padded, self._sizes[:layer]))
        return Segment(before + part * self._padded(size), size)

    def to_message(self) -> engine_pb2.Layout:
        """The message that says so."""
        uniform = len(set(self._sizes)) == 1
        return engine_pb2.Layout(
            kv=engine_pb2.KvLayout(
                layers=self.layers,
                tensor_parallel=self.tensor_parallel,
                segment_bytes=self._sizes[0] if uniform else 0,
                alignment=self.alignment,
                order=Order(self.order).name,
                joint=self.parts == 1,
                layer_bytes=[] if uniform else self._sizes,
                group=self.group,
            )
        )
