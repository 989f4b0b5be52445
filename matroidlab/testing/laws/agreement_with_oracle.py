"""A fast method gives the same answers as the independence oracle, only sooner."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from matroidlab.algorithms import exchange_bijection
from matroidlab.algorithms.oracle import swaps_by_oracle
from matroidlab.errors import ConformanceError
from matroidlab.testing.laws.trial import SMALL, Trial
from matroidlab.types import Elements


def rank_agrees_with_oracle(trial: Trial) -> None:
    """The rank is the size of a largest independent set."""
    rank = trial.matroid.rank
    if rank != trial.rank:
        basis = trial.greedy(np.arange(trial.matroid.size))
        raise ConformanceError(f"rank is {rank}, but the greedy algorithm finds the basis {basis}")
    for chosen in trial.independent_sets:
        if len(chosen) > rank:
            raise ConformanceError(f"rank is {rank}, but {list(chosen)} is independent")


def greedy_agrees_with_oracle(trial: Trial) -> None:
    """`greedy` keeps, in order, the elements that are independent of those kept before."""
    for order in trial.orders():
        kept = trial.matroid.greedy(order.copy())
        expected = trial.greedy(order)
        if not _is_answer(kept, "iu", (len(expected),)) or kept.tolist() != expected:
            raise ConformanceError(
                f"greedy({order.tolist()}) is {_shown(kept)}, by the oracle it is {expected}"
            )


def swaps_agree_with_oracle(trial: Trial) -> None:
    """`swaps` allows exactly the exchanges of one element that leave the set independent."""
    for chosen in trial.some(trial.independent_sets):
        independent = trial.shuffled(chosen)
        incoming = trial.permutation()[
            : trial.rng.integers(SMALL + 1) if trial.rng.random() < 0.5 else SMALL
        ]
        allowed = trial.matroid.swaps(independent.copy(), incoming.copy())
        expected = swaps_by_oracle(trial.is_independent, independent, incoming)
        question = f"swaps({independent.tolist()}, {incoming.tolist()})"
        if not _is_answer(allowed, "b", expected.shape):
            raise ConformanceError(
                f"{question} must be booleans of shape {expected.shape}, got {_shown(allowed)}"
            )
        if (allowed != expected).any():
            i, j = np.argwhere(allowed != expected)[0]
            verb = "allows" if allowed[i, j] else "does not allow"
            raise ConformanceError(
                f"{question} {verb} {incoming[i]} in the place of {independent[j]}, "
                "but the oracle says otherwise"
            )


def arguments_are_not_changed(trial: Trial) -> None:
    """No method writes into its arguments, and all methods accept read-only arrays."""
    questions = [*_questions(trial)]
    for name, arguments in questions:
        given = [argument.copy() for argument in arguments]
        getattr(trial.matroid, name)(*given)
        for before, after in zip(arguments, given, strict=True):
            if not np.array_equal(before, after):
                raise ConformanceError(
                    f"{name} changed its argument {before.tolist()} to {after.tolist()}"
                )
    for name, arguments in questions:
        for argument in arguments:
            argument.flags.writeable = False
        getattr(trial.matroid, name)(*arguments)


def answers_are_arrays_of_their_own(trial: Trial) -> None:
    """Writing into an answer changes neither the question nor the next answer."""
    for name, arguments in _questions(trial):
        if name == "is_independent":
            continue
        given = [argument.copy() for argument in arguments]
        first = getattr(trial.matroid, name)(*given)
        kept = first.copy()
        if first.flags.writeable:
            first[...] = ~first if first.dtype == np.bool_ else -1
        again = getattr(trial.matroid, name)(*given)
        if not (np.array_equal(again, kept) and all(map(np.array_equal, given, arguments))):
            question = ", ".join(str(argument.tolist()) for argument in arguments)
            raise ConformanceError(
                f"writing into the answer of {name}({question}) changed the next answer"
            )


def _questions(trial: Trial) -> Iterator[tuple[str, list[Elements]]]:
    """Yield methods and arguments for them."""
    for order in trial.orders():
        basis = np.array(trial.greedy(order), dtype=np.intp)
        yield from (("is_independent", [order]), ("greedy", [order]), ("swaps", [basis, order]))


def bases_have_exchange_bijections(trial: Trial) -> None:
    """Any two bases have a bijection whose single exchanges all give bases (Brualdi's theorem)."""
    for source, target in trial.basis_pairs[:30]:
        result = exchange_bijection(trial.matroid, source, target).tolist()
        pair = f"from {source.tolist()} to {target.tolist()}"
        refuse_unless_exchange(
            trial, source.tolist(), target.tolist(), result, f"the exchange bijection {pair}"
        )


def refuse_unless_exchange(
    trial: Trial, source: list[int], target: list[int], result: list[int], name: str
) -> None:
    """Raise unless ``result`` rearranges ``target`` and its single exchanges give bases."""
    if sorted(result) != sorted(target):
        raise ConformanceError(f"{name} must rearrange {target}, got {result}")
    for i, (old, new) in enumerate(zip(source, result, strict=True)):
        if old != new and old in target:
            raise ConformanceError(
                f"{name} takes {old} to {new}, but {old} is in both bases and must stay"
            )
        if not trial.is_independent([*source[:i], new, *source[i + 1 :]]):
            raise ConformanceError(f"{name} takes {old} to {new}, but that exchange gives no basis")


def _is_answer(answer: Any, kinds: str, shape: tuple[int, ...]) -> bool:
    return isinstance(answer, np.ndarray) and answer.dtype.kind in kinds and answer.shape == shape


def _shown(answer: Any) -> str:
    return (
        str(answer.tolist())
        if isinstance(answer, np.ndarray) and answer.ndim == 1
        else repr(answer)
    )
