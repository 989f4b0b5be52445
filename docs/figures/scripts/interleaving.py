"""Draw two ways to try ten new items, all on one page or one on each of ten: ``python interleaving.py > FILE.svg``.

The picture suits a light page, a dark one, and a phone.
"""

import sys

TILE, GAP, ROWS = 13, 3, 10
STEP = TILE + GAP
TOP = 46
SIZE = 'width="540" height="399" viewBox="0 0 360 266"'
STYLE = """
  text { font: 12px system-ui, sans-serif; fill: #707a85; }
  .title { font-weight: 600; font-size: 13px; }
  .known { fill: #7fa396; }
  .new { fill: #d5620f; }
  .mark { font-weight: 700; font-size: 11px; fill: #fff; text-anchor: middle; }
"""


def tile(column: int, row: int, left: int, *, is_new: bool) -> str:
    """One item of a list."""
    x, y = left + column * STEP, TOP + row * STEP
    shape = f'<rect class="{"new" if is_new else "known"}" x="{x}" y="{y}" width="{TILE}" height="{TILE}" rx="3"/>'
    mark = f'<text class="mark" x="{x + TILE / 2}" y="{y + 10.5}">?</text>' if is_new else ""
    return shape + mark


def words(left: int, top: int, lines: tuple[str, ...], kind: str = "") -> list[str]:
    """Text in lines."""
    named = f' class="{kind}"' if kind else ""
    return [f'<text{named} x="{left}" y="{top + 16 * i}">{line}</text>' for i, line in enumerate(lines)]


def side(left: int, title: tuple[str, str], below: tuple[str, ...], *, at_once: bool) -> list[str]:
    """Ten visitors, a row each."""
    rows = [
        tile(column, row, left, is_new=(row == 0) if at_once else (row == column))
        for row in range(ROWS)
        for column in range(ROWS)
    ]
    return [*words(left, 18, title, "title"), *rows, *words(left, TOP + ROWS * STEP + 16, below)]


def picture() -> str:
    """The whole of it."""
    split = side(
        4,
        ("The usual way:", "explore a page"),
        ("One visitor in ten sees", "a page of which nobody", "knows anything."),
        at_once=True,
    )
    ours = side(
        194,
        ("Here:", "explore an item"),
        ("Every visitor sees the", "trusted page with one", "item exchanged."),
        at_once=False,
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {SIZE} role="img" aria-labelledby="t d">',
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
