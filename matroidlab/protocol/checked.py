"""Checks of everything that enters: answers of a matroid, how it describes itself, and seeds."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from matroidlab.errors import InvalidAnswerError
from matroidlab.protocol.matroid import Matroid
from matroidlab.protocol.policy import Policy
from matroidlab.types import (
    Actions,
    Elements,
    Weights,
    as_count,
    as_int_tuples,
    check_items,
)

Shape = tuple[int, ...]
Seed: TypeAlias = int | np.random.Generator
"""A seed, or a generator that becomes part of the state of a policy."""


def uniform_blocks_of(matroid: Matroid) -> Elements | None:
    """Return the block of each element, by ``matroid.uniform_blocks()``, or None.

    Optional, for a direct sum of uniform matroids, one a block: a set is independent exactly if it
    has at most as many elements of each block as the block's rank. Blocks are numbered from 0.
    """
    answer = _answer_of(matroid, "uniform_blocks")
    return None if answer is None else as_blocks(answer, matroid)


def graph_edges_of(matroid: Matroid) -> Sequence[tuple[int, int]] | None:
    """Return the edge of each element, by ``matroid.graph_edges()``, or None without that method.

    Optional, for a matroid that comes from a graph, so that it can be drawn: a set is independent
    exactly if its edges close no cycle. Vertices are any integers.
    """
    answer = _answer_of(matroid, "graph_edges")
    return None if answer is None else as_edges(answer, size=matroid.size)


def _answer_of(matroid: Matroid, method: str) -> object:
    ask: Callable[[], object] | None = getattr(matroid, method, None)
    return None if ask is None else ask()


def rank_lookup_of(matroid: Matroid) -> bytes | None:
    """Return the rank of every set, by mask: ``rank_lookup``, or None without that member.

    Optional, for a small matroid that can list its bases at once. Bit ``e`` of a mask stands for
    element ``e``. Questions about single sets are then answered in about a microsecond.
    """
    lookup: bytes | None = getattr(matroid, "rank_lookup", None)
    return lookup


def element_names_of(matroid: Matroid) -> Sequence[str]:
    """Return the names of the elements in messages: ``element_names``, or else their numbers."""
    names: Sequence[str] | None = getattr(matroid, "element_names", None)
    return [str(element) for element in range(matroid.size)] if names is None else names


def as_blocks(answer: object, matroid: Matroid) -> Elements:
    """Return the block of each element, if the matroid is the direct sum of these blocks.

    >>> from matroidlab import UniformMatroid
    >>> as_blocks([0, 0, 1], UniformMatroid(size=3, rank=1))
    Traceback (most recent call last):
    matroidlab.errors.InvalidAnswerError: uniform_blocks must have ranks that add up to 1, ...
    """
    size = matroid.size
    blocks = as_sets(answer, shape=(size,), size=size, name="uniform_blocks")
    # Two greedy bases decide, however many blocks there are: one prefers the first blocks, one the
    # last. If they have equally many elements of each block, the ranks of the first i blocks and of
    # the others add up to the rank, for every i, so each block is a separator.
    by_block = np.argsort(blocks, kind="stable")
    first, last = (_counts_kept(matroid, order, blocks) for order in (by_block, by_block[::-1]))
    if not np.array_equal(first, last):
        members = np.split(by_block, np.cumsum(np.bincount(blocks))[:-1])
        ranks = " + ".join(str(len(matroid.greedy(block))) for block in members)
        bound = f"add up to {matroid.rank}, the rank"
        raise InvalidAnswerError(f"uniform_blocks must have ranks that {bound}, got {ranks}")
    return blocks


def _counts_kept(matroid: Matroid, order: Elements, blocks: Elements) -> Elements:
    kept = as_kept(matroid.greedy(order), size=matroid.size)
    return np.bincount(blocks[kept], minlength=1 + int(blocks.max(initial=-1)))


def as_edges(answer: object, *, size: int) -> list[tuple[int, int]]:
    """Return an answer that is a pair of vertices for each element, or raise an error."""
    try:
        edges = as_int_tuples(answer, name="graph_edges")  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:
        raise InvalidAnswerError(str(error)) from error
    if len(edges) != size or any(len(edge) != 2 for edge in edges):
        bound = f"a pair of vertices for each of {size} elements"
        raise InvalidAnswerError(f"graph_edges must be {bound}, got {edges}")
    return [(u, v) for u, v in edges]


def as_sets(answer: object, *, shape: Shape, size: int, name: str) -> Elements:
    """Return an answer that is an array of elements of ``0 .. size-1``, or raise an error.

    >>> as_sets([[0, 9]], shape=(1, 2), size=4, name="exchanges")
    Traceback (most recent call last):
    matroidlab.errors.InvalidAnswerError: elements that exchanges returns must lie in 0..3, got 9
    """
    # The usual answer is checked by a single max(): viewed as unsigned, negative elements are
    # larger than any size. All checks of a round take 5 % of it on one lane, less on many.
    if type(answer) is np.ndarray and answer.dtype == np.intp and answer.flags.c_contiguous:
        elements: Elements = answer
        if elements.shape == shape and elements.view(np.uintp).max(initial=0) < max(size, 1):
            return elements
    array = as_array(answer, shape, name, kinds="iu", what="integers")
    check_items(array, size=size, name=f"elements that {name} returns", error=InvalidAnswerError)
    return array.astype(np.intp, order="C", copy=False)


def as_kept(answer: object, *, size: int, name: str = "greedy") -> Elements:
    """Return an answer that is an array of any number of distinct elements, or raise an error."""
    count = len(answer) if isinstance(answer, np.ndarray | list | tuple) else 0
    kept = as_sets(answer, shape=(count,), size=size, name=name)
    if len(set(kept.tolist())) < count:
        raise InvalidAnswerError(f"{name} must return distinct elements, got {kept.tolist()}")
    return kept


def as_array(
    answer: object, shape: Shape, name: str, *, kinds: str, what: str
) -> np.ndarray[Any, Any]:
    """Return an answer as an array of this shape and these kinds of numbers, or raise an error."""
    try:
        array = np.asarray(answer)
    except ValueError:
        array = np.empty(0, dtype=object)
    if array.shape != shape or (array.size and array.dtype.kind not in kinds):
        got = (
            f"{array.dtype} of shape {array.shape}"
            if array.dtype.kind != "O"
            else repr(answer)[:80]
        )
        raise InvalidAnswerError(f"{name} must return {what} of shape {shape}, got {got}")
    return array if array.size else array.astype(np.intp if "i" in kinds else np.bool_)


def take_look(policy: Policy, actions: Actions, weights: Weights) -> None:
    """Let a policy take in observations that were not shown as lists.

    Parameters
    ----------
    policy
        The policy: its `look` is called if it has one, else its `learn`.
    actions
        ``(lanes, rows, items)``: the items that were observed; rows may have any width.
    weights
        Their weights, in the same shape.
    """
    take: Callable[[Actions, Weights], None] = getattr(policy, "look", policy.learn)
    take(actions, weights)


def planned_by(policy: Policy) -> tuple[Actions, bool]:
    """Return the next round of a policy, and whether all of its actions are to be played."""
    plan = np.asarray(policy.plan(), order="C")
    shape = (policy.lanes, policy.matroid.rank)
    if plan.ndim != 3 or (len(plan), plan.shape[2]) != shape or plan.dtype.kind not in "iu":
        raise ValueError(
            f"the policy must plan integers of shape ({shape[0]}, actions, {shape[1]}), "
            f"got {plan.dtype} of shape {plan.shape}"
        )
    actions = plan.astype(np.intp, copy=False)
    is_whole = check_items(
        actions, size=policy.matroid.size, absent="not played", name="items of a plan"
    )
    return actions, is_whole and actions.size > 0


def as_rewards(answer: object, *, shape: Shape) -> Weights:
    """Return the weights that a reward model gives to items, or raise an error."""
    weights = np.asarray(answer, order="C")
    if weights.dtype.kind not in "biuf":
        raise ValueError(f"rewards must be numbers, got {weights.dtype}")
    if weights.shape != shape:
        raise ValueError(
            f"rewards must have the shape of the actions, {shape}, got {weights.shape}"
        )
    return weights.astype(np.float64, copy=False)


def as_generator(seed: Seed | np.random.SeedSequence | None) -> np.random.Generator:
    """Return a generator made from ``seed``, the generator itself, or a fresh one for None.

    >>> as_generator(-1)
    Traceback (most recent call last):
    ValueError: seed must be at least 0, got -1
    """
    if seed is None or isinstance(seed, np.random.Generator | np.random.SeedSequence):
        return np.random.default_rng(seed)
    return np.random.default_rng(as_count(seed, name="seed"))
