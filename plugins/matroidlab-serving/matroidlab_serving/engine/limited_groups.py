"""Limits on groups of items within the slots of a page.

An item of slot ``s`` in group ``g`` has the number ``s + len(rooms) * (1 + g)``, and one without a
group the number ``s``.
"""

from collections.abc import Mapping

import numpy as np

from matroidlab.errors import ServingError
from matroidlab.protocol import Matroid
from matroidlab.registry import families
from matroidlab.types import Elements
from matroidlab_serving.engine.page_checks import RULES

FAMILY = "laminar"


def check_installed() -> None:
    """Refuse limits on groups if the family of their matroids is not installed."""
    if FAMILY not in families():
        raise ServingError(
            f"at_most needs the family {FAMILY!r}, which is not installed: pip install "
            "./plugins/matroidlab-laminar"
        )


def check_groups(rooms: Mapping[str, int], at_most: Mapping[str, int], slots: Elements) -> None:
    """Refuse groups that cut across slots, and slots that cannot be filled."""
    names = list(rooms)
    counts = np.bincount(slots, minlength=len(names) * (1 + len(at_most)))
    table = counts.reshape(1 + len(at_most), len(names))
    for group, row in zip(at_most, table[1:], strict=True):
        inside = [names[slot] for slot in np.flatnonzero(row)]
        if len(inside) > 1:
            raise ServingError(
                f"group {group!r:.80} has items in the slots {inside!r:.200}, so lists cannot be "
                f"improved item by item: {RULES}; make a group for each slot"
            )
    limits = np.array(list(at_most.values()))
    fitting = table[0] + np.minimum(table[1:], limits[:, None]).sum(axis=0)
    for (name, room), count in zip(rooms.items(), fitting.tolist(), strict=True):
        if count < room:
            raise ServingError(
                f"slot {name!r} has room for {room}, and at_most allows {count} of its items "
                "together: raise a limit, or add items of no group"
            )


def laminar_page(rooms: Mapping[str, int], at_most: Mapping[str, int], slots: Elements) -> Matroid:
    """Return the matroid of the lists that keep the limits of all slots and groups."""
    groups = slots // len(rooms) - 1
    sets = [np.flatnonzero(slots % len(rooms) == slot).tolist() for slot in range(len(rooms))]
    sets += [np.flatnonzero(groups == group).tolist() for group in range(len(at_most))]
    capacities = [*rooms.values(), *at_most.values()]
    return families()[FAMILY].build(size=len(slots), sets=sets, capacities=capacities)
