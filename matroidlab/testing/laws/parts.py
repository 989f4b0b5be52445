"""A game with parts is the same game, down to the random numbers, as one without.

Kernels are tried as plain Python, not compiled: that is quick and needs no numba, and it is the
code that numba compiles.
"""

import copy
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from matroidlab.algorithms import batched
from matroidlab.errors import ConformanceError
from matroidlab.kernels import draw, expect, heaviest, keep, learn, pair, plan
from matroidlab.kernels.compilation import AnyKernel
from matroidlab.protocol import Part, Policy, offered
from matroidlab.testing.laws.trial import Trial, array
from matroidlab.types import Actions, Elements, Weights

if TYPE_CHECKING:
    from matroidlab.testing.laws.policies import PolicyTrial
    from matroidlab.testing.laws.rewards import RewardTrial

ROUNDS = 12

UNWRITTEN = -7
"""The value of places to which a kernel has not yet written."""


def matroid_has_part(trial: Trial) -> bool:
    """Whether the matroid offers a part."""
    return offered(trial.value, Part) is not None


def part_pairs(trial: Trial) -> bool:
    """Whether the part has a way to pair bases."""
    part = offered(trial.value, Part)
    return part is not None and pair in part.kernels


def part_keeps_what_greedy_keeps(trial: Trial) -> None:
    """A part keeps of an order what `greedy` keeps, up to the room, and finds heaviest bases."""
    part = part_of(trial.value)
    keeping = written(part, keep)
    finding = written(part, heaviest)
    for _ in range(10):
        order = trial.rng.permutation(trial.matroid.size)[
            : trial.rng.integers(trial.matroid.size + 1)
        ]
        room = int(trial.rng.integers(trial.rank + 1))
        expected = trial.greedy(array(order.tolist()))
        out = np.full(room, UNWRITTEN)
        count = keeping(part.arrays, order.copy(), out)
        refuse_other(f"keep of {order.tolist()} with room for {room}", out[:count], expected[:room])
        weights = trial.rng.choice(
            [-np.inf, -1.0, -0.0, 0.0, 0.5, 1.0, np.inf], size=trial.matroid.size
        )
        finding(part.arrays, weights.copy(), out := np.full(trial.rank, UNWRITTEN))
        falling = sorted(range(trial.matroid.size), key=lambda e: (-weights[e], e))
        refuse_other(f"heaviest of {weights.tolist()}", out, trial.greedy(array(falling)))


def part_pairs_as_lanes_do(trial: Trial) -> None:
    """A part pairs two bases as `exchanges` does, its own or the generic one."""
    part = part_of(trial.value)
    exchanges = batched(trial.matroid).exchanges
    pairing = written(part, pair)
    for bases in trial.basis_pairs[:50]:
        source, target = (np.array(basis, dtype=np.intp) for basis in bases)
        pairing(part.arrays, source.copy(), target.copy(), out := np.full(trial.rank, UNWRITTEN))
        refuse_other(
            f"pair of {bases[0]} and {bases[1]}",
            out,
            exchanges(source[None], target[None])[0].tolist(),
        )


def model_has_part(trial: "RewardTrial") -> bool:
    """Whether the model offers a part."""
    return offered(trial.model, Part) is not None


def part_draws_the_same_weights(trial: "RewardTrial") -> None:
    """A part draws as `draw` does, from the same random numbers, and expects the same weights."""
    part = part_of(trial.model)
    drawing = written(part, draw)
    expecting = written(part, expect)
    for stream, actions in enumerate(lane for shape in trial.some_actions() for lane in shape):
        ours = trial.rng(stream)
        theirs = trial.rng(stream)
        out = np.full(actions.shape, np.nan)
        for _ in range(5):
            drawing(part.arrays, ours, actions.copy(), len(actions), out)
            expected = np.asarray(trial.model.draw(actions[None].copy(), theirs))[0]
            refuse_other(f"draw of {actions.tolist()}", out, expected.tolist())
        refuse_other_generator_state(ours, theirs, "draw")
        worth = getattr(trial.model, "expected", trial.model.means.take)(actions[None])[0]
        for i, values in enumerate(np.asarray(worth, dtype=np.float64).tolist()):
            found = expecting(part.arrays, trial.model.means, actions, i)
            refuse_other(f"expect of {actions[i].tolist()}", np.array(found), _total(values))


def _total(values: list[float]) -> float:
    """Return the sum, added from first to last, as the kernels do."""
    total = 0.0
    for value in values:
        total += value
    return total


def policy_has_part(trial: "PolicyTrial") -> bool:
    """Whether the policy, as it is made, offers a part."""
    return offered(trial.make(1), Part) is not None


def part_plays_the_same_game(trial: "PolicyTrial") -> None:
    """A policy plans and learns the same with its part and without, lane by lane."""
    policy = trial.make(3)
    twin = copy.deepcopy(policy)
    rng = trial.rng()
    part = part_of(twin)
    planning = written(part, plan)
    learning = written(part, learn)
    for _ in range(ROUNDS):
        expected = policy.plan()
        for lane, rows in enumerate(expected):
            refuse_other(
                f"the plan of lane {lane}",
                _planned(part, planning, lane, twin),
                _played(rows).tolist(),
            )
        weights = trial.weights(expected, rng)
        policy.learn(expected, weights)
        for lane, rows in enumerate(expected):
            actions = np.ascontiguousarray(_played(rows))
            observed = np.ascontiguousarray(weights[lane, : len(actions)])
            learning(part.arrays, lane, actions, len(actions), observed)
    refuse_other("the plan after the part has learnt", twin.plan(), policy.plan().tolist())


def _planned(part: Part, planning: Callable[..., Any], lane: int, policy: Policy) -> Actions:
    """Return the actions that the kernel plans for a lane."""
    actions = np.full((part.longest, policy.matroid.rank), UNWRITTEN)
    count = planning(part.arrays, lane, actions)
    if not 0 < count <= part.longest:
        raise ConformanceError(
            f"a round of the part must have 1 to {part.longest} actions, its `longest`, got {count}"
        )
    return actions[:count]


def _played(rows: Elements) -> Elements:
    """Return the actions of a lane that are played."""
    return rows[(rows >= 0).all(axis=1)] if rows.shape[1] else rows


def part_of(thing: object) -> Part:
    """Return the part that a thing offers."""
    part = offered(thing, Part)
    assert part is not None
    return part


def written(part: Part, slot: AnyKernel) -> Callable[..., Any]:
    """The kernel in a slot as it is written, linked to the others of the part."""
    chosen: AnyKernel = part.kernels.get(slot, slot)
    is_linked = not any(open_slot in chosen.reached for open_slot in part.kernels)
    plain: Callable[..., Any] = (chosen if is_linked else chosen.linked(part.kernels)).plain
    return plain


def refuse_other(what: str, found: Weights | Elements, expected: object) -> None:
    """Raise unless the result with the part is the result without it."""
    if found.tolist() != expected:
        raise ConformanceError(
            f"with the part, {what} is {found.tolist()}, but without it {expected}"
        )


def refuse_other_generator_state(
    ours: np.random.Generator, theirs: np.random.Generator, what: str
) -> None:
    """Raise unless both generators have drawn the same numbers."""
    if ours.bit_generator.state != theirs.bit_generator.state:
        raise ConformanceError(f"the part leaves the generator in another state than `{what}` does")
