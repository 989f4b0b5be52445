"""A page whose slots limit brands, and what is true of its lists."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from matroidlab_serving import Slots

Branded = Mapping[str, str | tuple[str, str]]
ROOMS = {"books": 4, "films": 2}
AT_MOST = {"brand X": 2, "brand Y": 1}
ITEMS: Branded = (
    {f"x-{i}": ("books", "brand X") for i in range(5)}
    | {f"b-{i}": "books" for i in range(5)}
    | {f"y-{i}": ("films", "brand Y") for i in range(3)}
    | {f"f-{i}": "films" for i in range(3)}
)
BASELINE = ["x-0", "b-0", "b-1", "b-2", "f-0", "f-1"]
MEANS = {key: 0.9 if key[0] in "xy" else 0.3 for key in ITEMS}
"""The limited brands are the best items, so that only the limits keep them out."""


def branded_options(**options: Any) -> dict[str, Any]:
    """What the shop is made of."""
    page = Slots(ROOMS, at_most=AT_MOST)
    return {"page": page, "items": ITEMS, "baseline": BASELINE, "seed": 5} | options


def keeps_all_limits(
    items: Iterable[str],
    given: Branded = ITEMS,
    rooms: Mapping[str, int] = ROOMS,
    at_most: Mapping[str, int] = AT_MOST,
) -> bool:
    """Whether a list fills each slot and has at most so many items of each brand."""
    shown = [given[key] for key in items]
    slots = Counter(one if isinstance(one, str) else one[0] for one in shown)
    brands = Counter(one[1] for one in shown if not isinstance(one, str))
    return slots == rooms and all(count <= at_most[brand] for brand, count in brands.items())
