"""One game played step by step through public methods, and by the loop, plain or compiled."""

from collections.abc import Callable
from typing import Any

import numpy as np

from matroidlab.kernels.game import loop_of
from matroidlab.kernels.when_to_compile import compiling
from matroidlab.protocol import Policy, RewardModel
from matroidlab.simulation.game import Game
from matroidlab.types import Elements

Finish = Callable[[Game], None]
"""Plays a game to its end."""


def by_steps(game: Game) -> None:
    """Round by round, in numpy."""
    with compiling("never"):
        game.play()


def by_plain_loop(game: Game) -> None:
    """Play by the plain loop, linked to the parts but not compiled; fail if a part is missing."""
    parts = game._parts()
    assert parts is not None
    while game.ledger.clock.min() < game.steps:
        game.play_compiled(loop_of(*(part.kernels for part in parts)).plain)


def by_compiled_loop(game: Game) -> None:
    """By the loop in machine code."""
    assert game._parts() is not None
    with compiling("now"):
        game.play()


def half_and_half(second: Finish, rounds: int = 3) -> Finish:
    """Some rounds step by step, the others another way."""

    def finish(game: Game) -> None:
        with compiling("never"):
            for _ in range(rounds):
                if game.ledger.clock.min() < game.steps:
                    game.play_round()
        second(game)

    return finish


def outcome(
    policy: Policy, rewards: RewardModel, finish: Finish, steps: Elements, **options: Any
) -> list[bytes]:
    """All results of a game as bytes: totals, counts, generator state, and the next plan."""
    rng = np.random.default_rng(5)
    first_look = options.pop("first_look", True)
    with compiling("never"):
        game = Game(policy, rewards, options.get("constraint"), steps, rng)
        if first_look:
            game.look()
    finish(game)
    with compiling("never"):
        seen = game.estimates.seen
        following = policy.plan()
    left = [
        *(np.asarray(part) for part in game.ledger),
        seen.counts,
        seen.sums,
        seen.spreads,
        seen.clock,
        following,
    ]
    return [*(part.tobytes() for part in left), repr(rng.bit_generator.state).encode()]
