"""Draw how confidence intervals decide what is trusted: ``python theory_trust.py > FILE.svg``."""

import sys
from typing import NamedTuple

LEFT, WIDTH, TOP, STEP = 96, 270, 56, 38
STYLE = """
  text { font: 15px system-ui, sans-serif; fill: #6b7078; }
  .title { font-weight: 600; }
  .interval { stroke-width: 4; stroke-linecap: round; }
  .mean { stroke: none; }
  .counts { stroke-width: 3; fill: none; }
  .baseline { stroke: #4f8070; fill: #4f8070; }
  .other { stroke: #b8641c; fill: #b8641c; }
  .axis { stroke: #6b7078; stroke-width: 1; }
  .cut { stroke: #6b7078; stroke-width: 1.5; stroke-dasharray: 5 4; }
  @media (prefers-color-scheme: dark) { text { fill: #9499a1; } .axis, .cut { stroke: #9499a1; } }
"""
DESCRIPTION = (
    "Intervals of three baseline items and three others. A ring marks the end that counts, the upper one for the "
    "baseline, the lower one for others. The three items whose rings are furthest right are trusted: b1, b2 and "
    "e1."
)


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


def across(value: float) -> int:
    """Where a weight between 0 and 1 is drawn."""
    return LEFT + round(value * WIDTH)


def drawn(item: Item, y: int, *, is_trusted: bool) -> str:
    """An interval, its average as a dot, and a ring around the end that counts."""
    kind = "baseline" if item.in_baseline else "other"
    return (
        f'<text x="34" y="{y + 5}">{item.name}</text>'
        + (f'<text class="title" x="8" y="{y + 5}">✓</text>' if is_trusted else "")
        + f'<line class="interval {kind}" x1="{across(item.low)}" y1="{y}" x2="{across(item.up)}" y2="{y}"/>'
        f'<circle class="mean {kind}" cx="{across(item.average)}" cy="{y}" r="5"/>'
        f'<circle class="counts {kind}" style="fill: none" cx="{across(item.value)}" cy="{y}" r="9"/>'
    )


def rows(items: tuple[Item, ...], top: int, trusted: set[Item]) -> list[str]:
    """Items below each other."""
    return [drawn(item, top + STEP * place, is_trusted=item in trusted) for place, item in enumerate(items)]


def picture() -> str:
    """Baseline above, others below; the three largest of what counts are trusted."""
    trusted = set(sorted(ITEMS, key=lambda item: item.value, reverse=True)[:3])
    cut = across((min(one.value for one in trusted) + max(one.value for one in set(ITEMS) - trusted)) / 2)
    below = TOP + 3 * STEP + 34
    foot = below + 3 * STEP
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 390 {foot + 92}" width="430" role="img"',
            ' aria-labelledby="t d">',
            '<title id="t">What is trusted</title>',
            f'<desc id="d">{DESCRIPTION}</desc>',
            f"<style>{STYLE}</style>",
            '<text class="title" x="8" y="24">Baseline: the upper end counts</text>',
            *rows(ITEMS[:3], TOP, trusted),
            f'<text class="title" x="8" y="{below - 28}">Others: the lower end counts</text>',
            *rows(ITEMS[3:], below, trusted),
            f'<path class="cut" d="M{cut} {TOP - 16}V{TOP + 2 * STEP + 16}M{cut} {below - 16}V{foot - 8}"/>',
            f'<line class="axis" x1="{LEFT}" y1="{foot - 8}" x2="{LEFT + WIDTH}" y2="{foot - 8}"/>',
            f'<text x="{LEFT - 4}" y="{foot + 12}">0</text><text x="{LEFT + WIDTH - 4}" y="{foot + 12}">1</text>',
            f'<text x="8" y="{foot + 38}">✓ trusted: rings right of the dashed line.</text>',
            f'<text x="8" y="{foot + 60}">e1 replaces b3: even at worst it is better.</text>',
            f'<text x="8" y="{foot + 82}">e2 may be the best of all, or worse than b3.</text>',
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    sys.stdout.write(picture())
