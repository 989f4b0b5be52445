"""Draw how wide intervals are, with a horizon and without: ``python theory_radius.py > FILE.svg``."""

import sys
from math import log10

import numpy as np

from matroidlab.bandits import UCB1, Confidence, Statistics, TimeUniform

ITEMS, HORIZON = 200, 500_000
COUNTS = np.unique(np.logspace(2, 5, 40).round().astype(np.intp))
LEFT, WIDTH, TOP, HEIGHT = 52, 318, 40, 300
STYLE = """
  text { font: 15px system-ui, sans-serif; fill: #6b7078; }
  .title { font-weight: 600; }
  .end { text-anchor: end; }
  .middle { text-anchor: middle; }
  .grid { stroke: #9aa0a8; stroke-opacity: 0.4; stroke-width: 1; }
  .curve { fill: none; stroke-width: 3; }
  .paper { stroke: #4f8070; } .ours { stroke: #b8641c; } .careful { stroke: #b8641c; stroke-dasharray: 7 5; }
  text.paper { fill: #4f8070; stroke: none; } text.ours { fill: #b8641c; stroke: none; }
  @media (prefers-color-scheme: dark) { text { fill: #9499a1; } }
"""
DESCRIPTION = (
    "The radius of an interval against the number of observations, both on logarithmic scales. The time-uniform "
    "intervals lie below the paper's throughout."
)


def radius(confidence: Confidence) -> list[float]:
    """How far the upper bound is above an average of one half."""
    half = COUNTS / 2
    upper = confidence.bounds(Statistics(COUNTS, half, half / 2, np.array(HORIZON))).upper
    return [float(one) for one in upper - 0.5]


def across(count: float) -> float:
    """Where a number of observations is drawn, 100 to 100,000."""
    return LEFT + WIDTH * (log10(count) - 2) / 3


def down(value: float) -> float:
    """Where a radius is drawn, 0.005 to 0.5."""
    return TOP + HEIGHT * (log10(0.5) - log10(value)) / 2


def curve(kind: str, confidence: Confidence) -> str:
    """The radius as observations come in."""
    points = zip(COUNTS.tolist(), radius(confidence), strict=True)
    path = " ".join(f"{across(count):.1f},{down(value):.1f}" for count, value in points)
    return f'<polyline class="curve {kind}" points="{path}"/>'


def axes() -> list[str]:
    """Lines and numbers of both scales."""
    columns = [
        f'<line class="grid" x1="{across(count):.0f}" y1="{TOP}" x2="{across(count):.0f}" y2="{TOP + HEIGHT}"/>'
        f'<text class="{"end" if count == 100_000 else "middle"}" x="{across(count) + (count == 100_000) * 8:.0f}" '
        f'y="{TOP + HEIGHT + 20}">{count:,}</text>'
        for count in (100, 1000, 10_000, 100_000)
    ]
    rows = [
        f'<line class="grid" x1="{LEFT}" y1="{down(value):.0f}" x2="{LEFT + WIDTH}" y2="{down(value):.0f}"/>'
        f'<text class="end" x="{LEFT - 6}" y="{down(value) + 5:.0f}">{value}</text>'
        for value in (0.5, 0.1, 0.05, 0.01, 0.005)
    ]
    return columns + rows


def picture() -> str:
    """The paper's interval and two without a horizon."""
    foot = TOP + HEIGHT
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 390 {foot + 136}" width="430" role="img"',
            ' aria-labelledby="t d">',
            '<title id="t">Intervals with a horizon and without</title>',
            f'<desc id="d">{DESCRIPTION}</desc>',
            f"<style>{STYLE}</style>",
            '<text class="title" x="4" y="20">Radius of an interval</text>',
            *axes(),
            curve("paper", UCB1(HORIZON)),
            curve("careful", TimeUniform(1e-6).among(ITEMS)),
            curve("ours", TimeUniform(0.01).among(ITEMS)),
            f'<text class="middle" x="{LEFT + WIDTH // 2}" y="{foot + 42}">observations of the item</text>',
            *(
                f'<line class="curve {kind}" x1="8" y1="{y - 5}" x2="44" y2="{y - 5}"/>'
                f'<text x="52" y="{y}">{words}</text>'
                for kind, words, y in (
                    ("paper", f"the paper's, for {HORIZON:,} lists", foot + 74),
                    ("careful", "for ever, failing once in a million", foot + 98),
                    ("ours", "for ever, failing once in a hundred", foot + 122),
                )
            ),
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    sys.stdout.write(picture())
