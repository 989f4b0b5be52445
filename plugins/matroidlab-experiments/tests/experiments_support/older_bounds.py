"""The bounds that reference figures were measured with, which know counts and sums alone."""

from dataclasses import dataclass
from math import log
from typing import ClassVar, NamedTuple

from matroidlab.bandits.confidence.confidence import ItemByItem
from matroidlab.bandits.kernels.divergence import both_ends
from matroidlab.kernels.compilation import AnyKernel, kernel
from matroidlab.kernels.elementary import logarithm
from matroidlab.kernels.game_slots import Number


class Level(NamedTuple):
    """The level of an item that was seen once."""

    level: float


@kernel
def by_level(
    confidence: Level,
    _item: Number,
    count: Number,
    total: Number,
    _spread: Number,
    _clock: Number,
) -> tuple[Number, Number]:
    """All q with s kl(mean, q) <= level + (1/2) ln s."""
    level = (confidence.level + 0.5 * logarithm(1.0 * count)) / count
    return both_ends(total / count, level)


@dataclass(frozen=True)
class OlderTimeUniform(ItemByItem):
    """All q with s kl(mean, q) <= ln(2 L / delta) + (1/2) ln s."""

    delta: float
    items: int
    horizon: ClassVar[None] = None
    depends_on_clock: ClassVar[bool] = False
    leaves_out_known: ClassVar[bool] = True
    part = ItemByItem.part

    @property
    def promise(self) -> str:
        return f"all bounds hold at all times, except with probability {self.delta:g}"

    def failure_probability(self, _items: int) -> float:
        return self.delta

    @property
    def _interval(self) -> tuple[AnyKernel, Level]:
        return by_level, Level(log(2 * self.items / self.delta))
