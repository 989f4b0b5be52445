"""Invalid lists for the constraint and the interleaver; totals of another shape."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from hostile.strangers import BASELINES, FAMILIES, LANES, MEANS, RANK, SETS, SIZE
from matroidlab import is_basis
from matroidlab.bandits import Interleaver
from matroidlab.simulation import Constraint
from support.cases import Cases

CASES = Cases()
LISTS = np.array([[[0, 2, 4], [1, 3, 5]], [[1, 3, 4], [0, 2, 5]]])
READINGS = ("exchange_violated", "violated", "judged", "count")
WRONG_ITEMS = {
    "size": SIZE,
    "that was not played": -1,
    "far": 10**7,
    "beyond all memory": 2**62,
    "negative": -(10**7),
    "lowest": -(2**63),
}
TOTALS = {
    "too few lanes": np.zeros((2, 1)),
    "one reading": np.zeros((1, 2)),
    "none": np.zeros((2, 0)),
    "flat": np.zeros(4),
    "text": np.full((2, 2), "many"),
    "None": None,
}


def judge(name: str) -> Any:
    return Constraint(FAMILIES[name], MEANS, BASELINES[name], 1)


def judge_an_item(name: str, reading: str, item: int) -> None:
    lists = LISTS.copy()
    lists[1, 1, 2] = item
    readings: dict[str, Callable[[], object]] = {
        "exchange_violated": lambda: judge(name).exchange_violated(
            lists, np.zeros((2, 2), dtype=np.bool_)
        ),
        "violated": lambda: judge(name).violated(lists),
        "judged": lambda: judge(name).judged(lists),
        "count": lambda: judge(name).count(lists, np.zeros((2, 2))),
    }
    readings[reading]()
    raise AssertionError(f"{item} is not an item")


def count_into(name: str, totals: Any) -> None:
    judge(name).count(LISTS, totals)
    raise AssertionError("these totals have no place for two readings of two lanes")


def verdicts_of_another_shape(name: str, shape: tuple[int, ...]) -> None:
    judge(name).exchange_violated(LISTS, np.zeros(shape, dtype=np.bool_))
    raise AssertionError("these verdicts are not those of the lists")


def judge_lists_of_width(name: str, width: int, reading: str) -> None:
    lists = np.tile(np.arange(width) % SIZE, (2, 2, 1))
    if reading == "count":
        judge(name).count(lists, np.zeros((2, 2)))
    else:
        judge(name).exchange_violated(lists)


for family in FAMILIES:
    for place, item in WRONG_ITEMS.items():
        for reading in READINGS:
            name = f"{family}, an item {place}"
            CASES.add(f"Constraint.{reading}", name, partial(judge_an_item, family, reading, item))
    for what, totals in TOTALS.items():
        CASES.add(
            "Constraint.count", f"{family}, totals {what}", partial(count_into, family, totals)
        )
    for shape in ((1, 1), (2, 1), (4,), (0, 2), (2, 2, 3)):
        name = f"{family}, verdicts of shape {shape}"
        CASES.add(
            "Constraint.exchange_violated", name, partial(verdicts_of_another_shape, family, shape)
        )
    for width in (0, 1, 2, 4, 50):
        for reading in ("count", "exchange_violated"):
            attempt = partial(judge_lists_of_width, family, width, reading)
            CASES.add(
                f"Constraint.{reading}",
                f"{family}, lists of {width}",
                attempt,
                nonsense_is_all_right=True,
            )


def interleave(
    name: str, swap_size: int, rounds: Any, change: Callable[[Any], Any], which: str
) -> None:
    matroid = FAMILIES[name]
    pair = {
        "trusted": np.tile(BASELINES[name], (2, 1)),
        "proposal": np.tile(matroid.greedy(np.arange(SIZE)), (2, 1)),
    }
    pair[which] = change(pair[which])
    actions = Interleaver(matroid, swap_size=swap_size, rounds=rounds).actions(
        pair["trusted"], pair["proposal"]
    )
    assert actions.shape[0] == 2
    assert actions.shape[2] == RANK
    assert np.isin(actions, [-1, *pair["trusted"].ravel(), *pair["proposal"].ravel()]).all()
    if change not in DEPENDENT.values():
        assert all(is_basis(matroid, items) for items in actions[(actions >= 0).all(axis=2)])


DEPENDENT: dict[str, Callable[[Any], Any]] = {
    "repeated": SETS["repeated"],
    "dependent in blocks": lambda sets: np.tile([0, 1, 2], (len(sets), 1)),
    "a cycle": lambda sets: np.tile([0, 1, 3], (len(sets), 1)),
    "all of one block": lambda sets: np.tile([2, 3, 2], (len(sets), 1)),
}
"""In range and in shape: whether a set is a basis takes longer to see than to exchange."""

for family in FAMILIES:
    for what, change in {**LANES, **DEPENDENT}.items():
        for which in ("trusted", "proposal"):
            for swap_size, rounds in (
                (1, "paper"),
                (2, "paper"),
                (3, "paper"),
                (1, "lean"),
                (2, "lean"),
            ):
                CASES.add(
                    "Interleaver.actions",
                    f"{family}, m = {swap_size}, {rounds}, {which} {what}",
                    partial(interleave, family, swap_size, rounds, change, which),
                    nonsense_is_all_right=what in DEPENDENT,
                )
