"""Draw two ways to try ten new items, all on one page or one on each of ten: ``python interleaving.py > FILE.svg``.

The picture suits a light page and a dark one.
"""

import sys

TILE, GAP, ROWS = 22, 4, 10
STEP = TILE + GAP
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #333; }
  .title { font-weight: 600; font-size: 15px; }
  .known { fill: #9db8ae; }
  .new { fill: #e08a3c; }
  .mark { font-weight: 700; fill: #fff; text-anchor: middle; }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd; } .known { fill: #3f5c52; } .new { fill: #c9762c; } .mark { fill: #fff; }
  }
"""


def tile(column: int, row: int, left: int, *, is_new: bool) -> str:
    """One item of a list."""
    x, y = left + column * STEP, 46 + row * STEP
    shape = f'<rect class="{"new" if is_new else "known"}" x="{x}" y="{y}" width="{TILE}" height="{TILE}" rx="4"/>'
    mark = f'<text class="mark" x="{x + TILE // 2}" y="{y + 16}">?</text>' if is_new else ""
    return shape + mark


def side(left: int, title: str, below: tuple[str, str], *, at_once: bool) -> list[str]:
    """Ten visitors, a row each."""
    rows = [
        tile(column, row, left, is_new=(row == 0) if at_once else (row == column))
        for row in range(ROWS)
        for column in range(ROWS)
    ]
    foot = 46 + ROWS * STEP + 18
    words = [f'<text x="{left}" y="{foot + 18 * i}">{line}</text>' for i, line in enumerate(below)]
    return [f'<text class="title" x="{left}" y="30">{title}</text>', *rows, *words]


def picture() -> str:
    """The whole of it."""
    split = side(
        10,
        "The usual way: explore a page",
        ("One visitor in ten sees a page", "of which nobody knows anything."),
        at_once=True,
    )
    ours = side(
        330, "Here: explore an item", ("Every visitor sees the trusted page", "with one item exchanged."), at_once=False
    )
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 352" role="img" aria-labelledby="t d">',
            '<title id="t">Two ways to try ten new items on ten visitors</title>',
            '<desc id="d">Left: one of ten lists is all new. Right: each of ten lists has one new item.</desc>',
            f"<style>{STYLE}</style>",
            *split,
            *ours,
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    sys.stdout.write(picture())
