"""Checks of a round: bases near the trusted one that together show the proposal."""

from collections.abc import Sequence
from math import ceil

from matroidlab.types import Elements
from support.reference import Reference


def played(actions: Elements) -> list[list[int]]:
    """The real actions of one lane; -1 may only fill whole actions after them."""
    rows: list[list[int]] = actions.tolist()
    real = [row for row in rows if min(row) >= 0]
    assert rows == real + [[-1] * len(rows[0])] * (len(rows) - len(real))
    return real


def round_length(
    trusted: Sequence[int], proposal: Sequence[int], swap_size: int, rounds: str
) -> int:
    """K/m actions as in the paper, or only as many as there are items to exchange."""
    moved = len(set(trusted) - set(proposal)) if rounds == "lean" else len(trusted)
    return max(1, ceil(moved / swap_size))


def assert_conservative(
    reference: Reference, trusted: list[int], actions: list[list[int]], swap_size: int
) -> None:
    """Every action is a basis with at most m items that the trusted one does not have."""
    for action in actions:
        assert frozenset(action) in reference.bases
        assert len(set(action) & set(trusted)) >= len(trusted) - swap_size


def partners(trusted: list[int], actions: list[list[int]]) -> list[int]:
    """The item that the round puts in the place of each trusted item; never two in one place."""
    found = []
    for place, item in enumerate(trusted):
        others = {action[place] for action in actions} - {item}
        assert len(others) <= 1
        found.append(others.pop() if others else item)
    return found
