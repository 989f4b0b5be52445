"""Parts: with its part or without, the same game, coin for coin.

Kernels are tried as they are written, not compiled: quick, and without numba. What is found is what numba compiles.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from matroidlab.algorithms import batched
from matroidlab.errors import ConformanceError
from matroidlab.kernels import heaviest, keep, pair
from matroidlab.kernels.compilation import AnyKernel
from matroidlab.protocol import Part, offered
from matroidlab.testing.laws.trial import Trial, array
from matroidlab.types import Elements, Weights

UNWRITTEN = -7
"""What stands where a kernel has yet to write."""


def has_part(trial: Trial) -> bool:
    """Whether the matroid offers a part."""
    return offered(trial.matroid, Part) is not None


def part_pairs(trial: Trial) -> bool:
    """Whether the part has a way to pair bases."""
    part = offered(trial.matroid, Part)
    return part is not None and pair in part.kernels


def part_keeps_what_greedy_keeps(trial: Trial) -> None:
    """A part keeps of any order what `greedy` keeps, as much as there is room for, and finds heaviest bases by it."""
    part = part_of(trial.matroid)
    keeping, finding = written(part, keep), written(part, heaviest)
    for _ in range(10):
        order = trial.rng.permutation(trial.matroid.size)[: trial.rng.integers(trial.matroid.size + 1)]
        room, expected = int(trial.rng.integers(trial.rank + 1)), trial.greedy(array(order.tolist()))
        out = np.full(room, UNWRITTEN)
        count = keeping(part.arrays, order.copy(), out)
        refuse_other(f"keep of {order.tolist()} with room for {room}", out[:count], expected[:room])
        weights = trial.rng.choice([-np.inf, -1.0, -0.0, 0.0, 0.5, 1.0, np.inf], size=trial.matroid.size)
        finding(part.arrays, weights.copy(), out := np.full(trial.rank, UNWRITTEN))
        falling = sorted(range(trial.matroid.size), key=lambda e: (-weights[e], e))
        refuse_other(f"heaviest of {weights.tolist()}", out, trial.greedy(array(falling)))


def part_pairs_as_lanes_do(trial: Trial) -> None:
    """A part pairs two bases as `exchanges` does, or as the generic way does where nobody offers that."""
    part, exchanges = part_of(trial.matroid), batched(trial.matroid).exchanges
    pairing = written(part, pair)
    for bases in trial.basis_pairs[:50]:
        source, target = (np.array(basis, dtype=np.intp) for basis in bases)
        pairing(part.arrays, source.copy(), target.copy(), out := np.full(trial.rank, UNWRITTEN))
        refuse_other(f"pair of {bases[0]} and {bases[1]}", out, exchanges(source[None], target[None])[0].tolist())


def part_of(thing: object) -> Part:
    """The part that it offers."""
    part = offered(thing, Part)
    assert part is not None
    return part


def written(part: Part, slot: AnyKernel) -> Callable[..., Any]:
    """The kernel in a slot as it is written, linked to the others of the part."""
    chosen: AnyKernel = part.kernels.get(slot, slot)
    is_linked = not any(open_slot in chosen.reached for open_slot in part.kernels)
    return (chosen if is_linked else chosen.linked(part.kernels)).plain


def refuse_other(what: str, found: Weights | Elements, expected: object) -> None:
    """Raise unless the part finds what is found without it."""
    if found.tolist() != expected:
        raise ConformanceError(f"by the part, {what} is {found.tolist()}, and without it {expected}")


def refuse_other_coins(ours: np.random.Generator, theirs: np.random.Generator, what: str) -> None:
    """Raise unless both have tossed the same coins."""
    if ours.bit_generator.state != theirs.bit_generator.state:
        raise ConformanceError(f"the part leaves the generator in another state than `{what}` does")
