"""A third-party matroid with one wrong answer, and constructions from it."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from hostile.games import CONSTRUCTIONS, play_both, play_on
from hostile.strangers import BASELINES, FAMILIES, LANES, SETS, SIZE, Lanes, Stranger
from matroidlab import PartitionMatroid, exchange_bijection
from support.cases import Cases

CASES = Cases()
BLOCKS: dict[str, Callable[[], Any]] = {
    "too short": lambda: np.zeros(2, dtype=np.intp),
    "empty": lambda: np.zeros(0, dtype=np.intp),
    "too long": lambda: np.zeros(20, dtype=np.intp),
    "negative": lambda: np.array([0, 0, -5, 0, 0, 0]),
    "far": lambda: np.array([0, 0, 10**12, 0, 0, 0]),
    "too many": lambda: np.arange(SIZE) * 10**9,
    "floats": lambda: np.zeros(SIZE),
    "two axes": lambda: np.zeros((SIZE, 1), dtype=np.intp),
    "text": lambda: "000000",
    "a number": lambda: 7,
    "an object": object,
}
FALSE_BLOCKS: dict[str, Callable[[], Any]] = {
    "one": lambda: np.zeros(SIZE, dtype=np.intp),
    "pairs": lambda: np.array([0, 0, 1, 1, 2, 2]),
    "single": lambda: np.arange(SIZE),
    "uneven": lambda: np.array([0, 1, 1, 1, 1, 1]),
}
"""Blocks like any, which only another matroid has: that takes longer to see than to play."""


def blocks_of_a_stranger(name: str, blocks: Callable[[], Any], swap_size: int) -> None:
    play_both(
        Stranger(FAMILIES[name], {"uniform_blocks": blocks}), BASELINES[name], swap_size=swap_size
    )


for what, blocks in {**BLOCKS, **FALSE_BLOCKS}.items():
    for family in FAMILIES:
        for swap_size in (1, 2):
            CASES.add(
                "uniform_blocks of a stranger",
                f"{family}, m = {swap_size}, {what}",
                partial(blocks_of_a_stranger, family, blocks, swap_size),
                nonsense_is_all_right=what in FALSE_BLOCKS,
            )
    for kind, build in CONSTRUCTIONS.items():
        parent = Stranger(FAMILIES["uniform"], {"uniform_blocks": blocks})
        CASES.add(
            "uniform_blocks of a stranger",
            f"{kind}, {what}",
            partial(play_on, build, parent),
            nonsense_is_all_right=what in FALSE_BLOCKS,
        )


SWAPS: dict[str, Callable[[Any], Any]] = {
    "none": np.zeros_like,
    "a row too few": lambda swaps: swaps[:-1],
    "a column too few": lambda swaps: swaps[:, :-1],
    "more": lambda swaps: np.ones((50, 50), dtype=np.bool_),  # noqa: ARG005
    "large integers": lambda swaps: swaps.astype(np.int64) * 10**7,
    "text": lambda swaps: swaps.astype(str),
    "one axis": lambda swaps: swaps.ravel(),
    "None": lambda swaps: None,  # noqa: ARG005
}


def member_of_a_stranger(
    name: str, member: str, change: Callable[[Any], Any], swap_size: int = 1
) -> None:
    play_both(Stranger(FAMILIES[name], {member: change}), BASELINES[name], swap_size=swap_size)


def greedy_beside_blocks(change: Callable[[Any], Any]) -> None:
    blocks = PartitionMatroid([[0, 1], [2, 3], [4, 5]])
    play_both(
        Stranger(blocks, {"greedy": change, "uniform_blocks": blocks.uniform_blocks}),
        BASELINES["partition"],
    )


def bijection_of_a_stranger(change: Callable[[Any], Any]) -> None:
    matroid = FAMILIES["graphic"]
    found = exchange_bijection(Stranger(matroid, {"swaps": change}), [5, 4, 2], [0, 1, 2])
    assert found.tolist() == exchange_bijection(matroid, [5, 4, 2], [0, 1, 2]).tolist()


for what, change in SETS.items():
    for family in ("uniform", "graphic"):
        CASES.add(
            "greedy of a stranger",
            f"{family}, {what}",
            partial(member_of_a_stranger, family, "greedy", change),
            nonsense_is_all_right=what == "repeated",
        )
    CASES.add(
        "greedy of a stranger",
        f"beside blocks, {what}",
        partial(greedy_beside_blocks, change),
        nonsense_is_all_right=what == "repeated",
    )
for what, change in SWAPS.items():
    for family in ("uniform", "graphic"):
        for swap_size in (1, 2):
            name = f"{family}, m = {swap_size}, {what}"
            CASES.add(
                "swaps of a stranger",
                name,
                partial(member_of_a_stranger, family, "swaps", change, swap_size),
            )
    CASES.add("exchange_bijection of a stranger", what, partial(bijection_of_a_stranger, change))


def lanes_of_a_stranger(name: str, member: str, change: Callable[[Any], Any]) -> None:
    offer = Lanes(FAMILIES[name], {member: change})
    play_both(Stranger(FAMILIES[name], {"batched": lambda: offer}), BASELINES[name])


def offer_of_a_stranger(member: str, offer: Any) -> None:
    play_both(Stranger(FAMILIES["graphic"], {member: lambda: offer}), BASELINES["graphic"])


def below_a_construction(
    build: Callable[[Any], Any], member: str, change: Callable[[Any], Any]
) -> None:
    parent = FAMILIES["graphic"]
    play_on(build, Stranger(parent, {"batched": lambda: Lanes(parent, {member: change})}))


for what, change in LANES.items():
    for member in ("max_weight_bases", "exchanges"):
        for family in ("uniform", "graphic"):
            CASES.add(
                "batched() of a stranger",
                f"{member}, {family}, {what}",
                partial(lanes_of_a_stranger, family, member, change),
                nonsense_is_all_right=what == "repeated",
            )
        for kind, build in CONSTRUCTIONS.items():
            CASES.add(
                "batched() of a stranger",
                f"{member}, {kind}, {what}",
                partial(below_a_construction, build, member, change),
                nonsense_is_all_right=what == "repeated",
            )
for member in ("batched", "dynamic", "orderability", "uniform_blocks", "tabulated"):
    for offer in ("text", 7, object(), [1, 2]):
        name = f"{member}() is of type {type(offer).__name__}"
        CASES.add("an offer of a stranger", name, partial(offer_of_a_stranger, member, offer))
