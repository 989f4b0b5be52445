"""Draw how confidence intervals decide what is trusted: ``python theory_trust.py > FILE.svg``."""

import sys
from typing import NamedTuple

from drawing import TILE, Part, beside, dot, line, paragraph, picture, tile, words
from drawing.scale import axis, interval, place

START, STEP = 26, 32


class Item(NamedTuple):
    """An item and the interval that its mean is in."""

    name: str
    low: float
    average: float
    up: float
    in_baseline: bool

    @property
    def value(self) -> float:
        """What it counts for in the trusted list."""
        return self.up if self.in_baseline else self.low


ITEMS = (
    Item("b1", 0.62, 0.70, 0.78, in_baseline=True),
    Item("b2", 0.42, 0.50, 0.58, in_baseline=True),
    Item("b3", 0.20, 0.27, 0.34, in_baseline=True),
    Item("e1", 0.45, 0.52, 0.59, in_baseline=False),
    Item("e2", 0.24, 0.60, 0.96, in_baseline=False),
    Item("e3", 0.06, 0.16, 0.26, in_baseline=False),
)


def shown(item: Item, y: int, *, is_trusted: bool) -> Part:
    """An interval, its average as a dot, and a ring around the end that counts."""
    kind, middle = "known" if item.in_baseline else "new", y + TILE / 2
    return (
        beside(60, y, "✓ trusted") if is_trusted else (),
        tile(0, y, item.name, kind, width=52),
        interval(middle, item.low, item.up, f"{kind}-line"),
        dot((place(item.average), middle), kind),
        dot((place(item.value), middle), f"{kind}-line", 7),
    )


def drawn() -> str:
    """Baseline above, others below; the three largest of what counts are trusted."""
    trusted = set(sorted(ITEMS, key=lambda item: item.value, reverse=True)[:3])
    cut = place(
        (min(one.value for one in trusted) + max(one.value for one in set(ITEMS) - trusted)) / 2
    )
    below = START + 3 * STEP + 34
    foot = below + 3 * STEP + 2
    tops = [start + STEP * i for start in (START, below) for i in range(3)]
    return picture(
        "What is trusted",
        "Intervals of three baseline items and three others. A ring marks the end that counts, the upper one for the "
        "baseline, the lower one for others. The three items whose rings are furthest right are trusted: b1, b2 and "
        "e1.",
        foot + 84,
        words(0, 16, "Baseline: the upper end counts", "title"),
        words(0, below - 12, "Others: the lower end counts", "title"),
        [line((cut, y), (cut, y + 3 * STEP), "empty") for y in (START, below)],
        [shown(item, y, is_trusted=item in trusted) for item, y in zip(ITEMS, tops, strict=True)],
        axis(foot),
        paragraph(
            0,
            foot + 42,
            (
                "Trusted: rings right of the dashed line.",
                "e1 replaces b3: even at worst it is better.",
                "e2 may be the best of all, or worse than b3.",
            ),
        ),
    )


if __name__ == "__main__":
    sys.stdout.write(drawn())
