"""Draw a round of three lists, and what it adds up to: ``python theory_round.py > FILE.svg``."""

import sys

TILE, GAP, LEFT, TOP = 36, 6, 86, 40
STEP = TILE + GAP
LISTS, PLACES, SWAP = 3, 6, 2
STYLE = """
  text { font: 15px system-ui, sans-serif; fill: #6b7078; }
  .trusted { fill: #4f8070; }
  .proposed { fill: #b8641c; }
  .mark { fill: #fff; text-anchor: middle; font-weight: 600; }
  .line { stroke: #6b7078; stroke-width: 1.5; }
  @media (prefers-color-scheme: dark) { text { fill: #9499a1; } .line { stroke: #9499a1; } }
"""
DESCRIPTION = (
    "Three lists of six places. Each shows two items of the proposal, each time at other places, and four of the "
    "trusted list. Together they show the proposal once and the trusted list twice."
)


def tile(place: int, row: int, *, is_proposed: bool) -> str:
    """One place of a list: an item of the trusted list, or of the proposal."""
    x, y = LEFT + place * STEP, TOP + row * STEP
    kind, letter = ("proposed", "d") if is_proposed else ("trusted", "b")
    return (
        f'<rect class="{kind}" x="{x}" y="{y}" width="{TILE}" height="{TILE}" rx="5"/>'
        f'<text class="mark" x="{x + TILE // 2}" y="{y + 23}">{letter}{place + 1}</text>'
    )


def row(name: str, number: int, proposed: range) -> list[str]:
    """A list and its name."""
    words = f'<text x="4" y="{TOP + number * STEP + 23}">{name}</text>'
    return [words, *(tile(place, number, is_proposed=place in proposed) for place in range(PLACES))]


def picture() -> str:
    """Three lists; below a line, the proposal once and the trusted list twice."""
    lists = [row(f"list {i + 1}", i, range(SWAP * i, SWAP * (i + 1))) for i in range(LISTS)]
    line = TOP + LISTS * STEP + 6
    sums = [row("proposal", LISTS + 1, range(PLACES)), row("trusted", LISTS + 2, range(0))]
    signs = [
        f'<text x="4" y="{line + 24}">The round shows:</text>',
        f'<text x="{LEFT + PLACES * STEP + 4}" y="{TOP + (LISTS + 1) * STEP + 23}">once</text>',
        f'<text x="{LEFT + PLACES * STEP + 4}" y="{TOP + (LISTS + 2) * STEP + 23}">twice</text>',
    ]
    height = TOP + (LISTS + 3) * STEP + 4
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 390 {height}" width="430" role="img"',
            ' aria-labelledby="t d">',
            '<title id="t">The round identity</title>',
            f'<desc id="d">{DESCRIPTION}</desc>',
            f"<style>{STYLE}</style>",
            '<text x="4" y="24">Three lists, two items exchanged in each:</text>',
            *(part for one in lists for part in one),
            f'<line class="line" x1="4" y1="{line}" x2="386" y2="{line}"/>',
            *(part for one in sums for part in one),
            *signs,
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    sys.stdout.write(picture())
