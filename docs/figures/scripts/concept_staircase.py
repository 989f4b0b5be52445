"""Draw which lists may be shown: ``python concept_staircase.py > concept_staircase.svg``."""

import sys

import numpy as np
from drawing import Part, line, picture, tile, words

from matroidlab import SafeLists, UniformMatroid
from matroidlab.bandits.levels import levels_of

BASELINE = (0, 1, 2, 3)
CAUTIOUS = np.array([0.3, 0.4, 0.5, 0.6, 0.1, 0.2, 0.45])
LISTS = ((4, 6, 2, 3), (4, 5, 2, 3))
STEP = 30
"""The width of a level, and the height of an item."""


def levels(items: tuple[int, ...]) -> list[int]:
    """The level of each item, in rising order."""
    slots = levels_of(CAUTIOUS, np.array(BASELINE), np.zeros(len(CAUTIOUS), dtype=np.intp)).slot_of
    return sorted(slots[list(items)].tolist())


def staircase(x: float, base: float) -> Part:
    """At level i, the most items that may have at most that level: i + 1."""
    steps: list[Part] = []
    for level in range(len(BASELINE)):
        top = base - STEP * (level + 1)
        left = x + STEP * level
        steps.append(line((left, top), (left + STEP, top)))
        if level:
            steps.append(line((left, top + STEP), (left, top)))
    return steps


def column(x: float, base: float, level: int, count: int) -> Part:
    """The items of at most a level, one above the other; those above the stairs in orange."""
    return [
        tile(
            x + STEP * level + 3,
            base - STEP * (k + 1) + 3,
            "",
            "known" if k < level + 1 else "new",
            width=STEP - 6,
            height=STEP - 6,
        )
        for k in range(count)
    ]


def chart(x: float, base: float, items: tuple[int, ...], *, is_allowed: bool) -> Part:
    """One list: how many of its items have at most each level."""
    found = levels(items)
    return (
        words(x, base - 150, "may be shown" if is_allowed else "may not be shown", "title"),
        [
            (
                column(x, base, level, sum(own <= level for own in found)),
                words(x + STEP * level + STEP / 2, base + 17, str(level), "small middle"),
            )
            for level in range(len(BASELINE))
        ],
        staircase(x, base),
        line((x, base), (x + STEP * len(BASELINE), base), "faint"),
        words(x + 2 * STEP, base + 36, f"levels {', '.join(map(str, found))}", "small middle"),
    )


def drawn() -> str:
    """The two lists beside each other."""
    safe = SafeLists(UniformMatroid(len(CAUTIOUS), len(BASELINE)), BASELINE, swap_size=1)
    allowed = safe.allows(np.array(LISTS), np.repeat(CAUTIOUS[None], 2, axis=0)).tolist()
    charts = [
        chart(20 + 190 * place, 175, items, is_allowed=ok)
        for place, (items, ok) in enumerate(zip(LISTS, allowed, strict=True))
    ]
    return picture(
        "The staircase of what may be shown",
        "Columns count the items of a list whose level is at most 0, 1, 2 and 3. The stairs are at i + 1. The first list, "
        "with levels 0, 2, 3 and 4, never rises above them. The second, with two items of level 0, does.",
        225,
        charts,
    )


if __name__ == "__main__":
    sys.stdout.write(drawn())
