"""The policy that is valued: a list, a distribution over lists, or its probabilities row by row."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.types import Elements, Weights
from matroidlab_evaluation.off_policy.slate_log import SlateLog


@runtime_checkable
class HasLists(Protocol):
    """An object with a distribution over lists, such as an interleaving method."""

    def lists(self) -> Mapping[tuple[int, ...], float]:
        """Return every possible list and its probability."""


@dataclass(frozen=True, eq=False)
class TargetScores:
    """The probabilities of a policy for what a log shows, where they depend on the visitor.

    Attributes
    ----------
    pscore
        ``(lists,)``: the policy's probability of each list of the log.
    pscore_item_position
        ``(lists, places)``: its probability of each item at its place.
    pscore_cascade
        ``(lists, places)``: its probability of each prefix.
    """

    pscore: ArrayLike | None = None
    pscore_item_position: ArrayLike | None = None
    pscore_cascade: ArrayLike | None = None


class Level(NamedTuple):
    """All prefixes of one length that a distribution gives a positive probability."""

    parents: Elements
    """The number of each prefix without its last item, in the level before."""
    items: Elements
    """The last item."""
    probabilities: Weights
    keys: Elements
    """``parent * (items + 1) + item``, in ascending order, to look prefixes up."""


@dataclass(frozen=True, eq=False)
class Distribution:
    """A distribution over lists, in the numbers of a log, with the tree of their prefixes."""

    lists: Elements
    """``(lists, places)``."""
    probabilities: Weights
    size: int
    """How many items there are, in the log and in the lists."""
    levels: list[Level] = field(init=False)

    def __post_init__(self) -> None:
        levels: list[Level] = []
        inside = np.zeros(len(self.lists), dtype=np.intp)
        for place in range(self.lists.shape[1]):
            keys = inside * (self.size + 1) + self.lists[:, place]
            unique, first, inside = np.unique(keys, return_index=True, return_inverse=True)
            sums: Weights = np.bincount(inside, weights=self.probabilities).astype(np.float64)
            parents = unique // (self.size + 1)
            levels.append(Level(parents, self.lists[first, place], sums, unique))
        object.__setattr__(self, "levels", levels)

    def prefixes(self, actions: Elements) -> Elements:
        """``(lists, places)``: the number of each logged prefix in its level, -1 if not there."""
        found = np.full(actions.shape, -1, dtype=np.intp)
        inside = np.zeros(len(actions), dtype=np.intp)
        for place, level in enumerate(self.levels):
            keys = inside * (self.size + 1) + actions[:, place]
            at = np.minimum(np.searchsorted(level.keys, keys), len(level.keys) - 1)
            is_there = (inside >= 0) & (actions[:, place] >= 0) & (level.keys[at] == keys)
            inside = np.where(is_there, at, -1)
            found[:, place] = inside
        return found

    def cascade(self, actions: Elements) -> Weights:
        """``(lists, places)``: the probability of each logged prefix."""
        numbers = self.prefixes(actions)
        found = np.zeros(actions.shape)
        for place, level in enumerate(self.levels):
            inside = numbers[:, place]
            found[:, place] = np.where(inside >= 0, level.probabilities[inside], 0.0)
        return found

    def places(self) -> Weights:
        """``[place, item]``: the probability of each item at each place; the last item is none."""
        found = np.zeros((self.lists.shape[1], self.size + 1))
        for place in range(self.lists.shape[1]):
            np.add.at(found[place], self.lists[:, place], self.probabilities)
        return found


def as_distribution(target: object, log: SlateLog) -> Distribution:
    """Return a list, a mapping from lists to probabilities, or a method, as a distribution."""
    table: Mapping[Any, float]
    if isinstance(target, HasLists):
        table = target.lists()
    elif isinstance(target, Mapping):
        table = target
    elif isinstance(target, Iterable) and not isinstance(target, str):
        items = tuple(np.asarray(target).tolist() if _is_array(target) else target)
        if any(isinstance(item, list) for item in items):
            raise TypeError(
                "the target must be one list of items, got a list of lists; several lists are a "
                "mapping from lists to probabilities: {(0, 1): 0.5, (1, 0): 0.5}"
            )
        table = {items: 1.0}
    else:
        raise TypeError(
            "the target must be a list of items, a mapping from lists to probabilities, an "
            f"interleaving method or TargetScores, got {type(target).__name__}"
        )
    numbers = {item: i for i, item in enumerate(log.items)}
    _check_kind(table, numbers)
    rows = [[numbers.setdefault(item, len(numbers)) for item in items] for items in table]
    wrong = next((items for items in table if len(items) != len(log.positions)), None)
    if wrong is not None or not rows:
        shown = "no list" if wrong is None else f"{list(wrong)}"
        raise ValueError(
            f"a list of the target must have an item for each of the {len(log.positions)} places "
            f"of the log, got {shown}"
        )
    chances = np.array(list(table.values()), dtype=np.float64)
    if not ((chances >= 0).all() and abs(chances.sum() - 1) <= 1e-6):
        raise ValueError(
            "the probabilities of the target must be at least 0 and sum to 1, got a sum of "
            f"{chances.sum():g}"
        )
    kept = chances > 0
    return Distribution(np.array(rows, dtype=np.intp)[kept], chances[kept], len(numbers))


def _check_kind(table: Mapping[Any, float], numbers: Mapping[Hashable, int]) -> None:
    """Raise an error if the target has numbers where the log has the same as text."""
    items = {item for items in table if not isinstance(items, str) for item in items}
    as_text = {str(item) for item in items}
    if items and not items & numbers.keys() and as_text <= numbers.keys():
        raise ValueError(
            f"the items of this log are text, so those of the target must be text as well: "
            f"{sorted(as_text)[:3]}, got {list(items)[:3]}"
        )


def _is_array(target: object) -> bool:
    return isinstance(target, np.ndarray)


def shown_items(log: SlateLog, target: object) -> tuple[Hashable, ...]:
    """Return the names of all items by number: those of the log, then those of the target alone."""
    table: Iterable[Any] = ()
    if isinstance(target, HasLists):
        table = target.lists()
    elif isinstance(target, Mapping):
        table = target
    elif not isinstance(target, TargetScores):
        table = [np.asarray(target).tolist() if _is_array(target) else target]
    return tuple(dict.fromkeys([*log.items, *(item for items in table for item in items)]))
