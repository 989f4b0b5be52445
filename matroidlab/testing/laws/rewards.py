"""The laws of reward models; statistical laws have a fixed seed and a wide tolerance."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from math import log

import numpy as np

from matroidlab.errors import ConformanceError
from matroidlab.protocol import RewardModel
from matroidlab.testing.laws.check import Check, Law, checks_for, refuse_unknown, run_checks
from matroidlab.testing.laws.parts import model_has_part, part_draws_the_same_weights
from matroidlab.types import Actions, Weights

DRAWS = 20_000
RARE = 1e-9
"""The probability that a correct model fails a statistical law for one item or pair."""


@dataclass(frozen=True)
class RewardTrial:
    """A reward model under test."""

    model: RewardModel
    seed: int = 0

    @property
    def size(self) -> int:
        """The number of items."""
        return len(self.model.means)

    @property
    def draws(self) -> int:
        """The number of draws for statistical laws; fewer if there are very many items."""
        return max(1000, min(DRAWS, 2_000_000 // max(self.size, 1)))

    def rng(self, stream: int = 0) -> np.random.Generator:
        """A generator for a model to draw from; the same for the same stream."""
        return np.random.default_rng([self.seed, stream])

    def draw(self, actions: Actions, stream: int = 0) -> Weights:
        """Weigh the actions with a fresh generator."""
        return self.model.draw(actions.copy(), self.rng(stream))

    def some_actions(self) -> list[Actions]:
        """Actions of several shapes, from a single item to all of them in several lanes."""
        order = np.arange(self.size)[::-1]
        shapes = [(1, 1, 1), (1, 1, self.size), (3, 2, min(2, self.size)), (2, 4, self.size)]
        return [
            np.tile(order[:width], (lanes, count, 1))
            for lanes, count, width in shapes
            if width <= self.size
        ]


def means_are_expected_weights(trial: RewardTrial) -> None:
    """The means are one number in [0, 1] for each item."""
    means = np.asarray(trial.model.means)
    if means.ndim != 1 or means.dtype.kind != "f":
        raise ConformanceError(
            f"means must be floats of shape (size,), got {means.dtype} of shape {means.shape}"
        )
    if not ((means >= 0) & (means <= 1)).all():
        raise ConformanceError(
            f"means must lie in [0, 1], got {means[~((means >= 0) & (means <= 1))][0]}"
        )


def draws_have_the_shape_of_the_actions(trial: RewardTrial) -> None:
    """There is a weight for each item of each action of each lane."""
    for actions in trial.some_actions():
        weights = trial.draw(actions)
        if weights.shape != actions.shape or weights.dtype != np.float64:
            raise ConformanceError(
                f"draw of actions {actions.shape} must be float64 of that shape, "
                f"got {weights.dtype} {weights.shape}"
            )


def draws_lie_between_0_and_1(trial: RewardTrial) -> None:
    """Every weight lies in [0, 1]."""
    weights = trial.draw(_everything(trial, trial.draws))
    if not ((weights >= 0) & (weights <= 1)).all():
        raise ConformanceError(
            f"weights must lie in [0, 1], got {weights[~((weights >= 0) & (weights <= 1))][0]}"
        )


def draws_average_to_the_means(trial: RewardTrial) -> None:
    """The average of many draws is the mean of each item, or what `expected` gives.

    The tolerance is Bernstein's, with m (1 - m) as the variance: no variable in [0, 1] of mean m
    has a larger one.
    """
    actions = _everything(trial, trial.draws)
    averages = trial.draw(actions)[0].mean(axis=0)
    expected = getattr(trial.model, "expected", np.asarray(trial.model.means).__getitem__)(
        actions[:, :1]
    )[0, 0]
    level = log(2 / RARE) / trial.draws
    tolerance = np.sqrt(2 * np.clip(expected * (1 - expected), 0, None) * level) + 2 * level / 3
    wrong = np.abs(averages - expected) > tolerance
    if wrong.any():
        i = int(wrong.argmax())
        raise ConformanceError(
            f"item {actions[0, 0, i]} has the expected weight {expected[i]:.4f}, "
            f"but {trial.draws} draws average to {averages[i]:.4f}, "
            f"more than {tolerance[i]:.4f} away"
        )


def same_generator_gives_same_draws(trial: RewardTrial) -> None:
    """All randomness comes from the given generator: an equal one gives the same weights."""
    for actions in trial.some_actions():
        if not np.array_equal(trial.draw(actions), trial.draw(actions)):
            raise ConformanceError(
                f"two draws of {actions[0, 0].tolist()} from equal generators differ"
            )


def draws_change_nothing(trial: RewardTrial) -> None:
    """A draw changes neither the actions nor the model, and neither does writing into weights."""
    for actions in trial.some_actions():
        given = actions.copy()
        means = np.array(trial.model.means)
        first = trial.model.draw(given, trial.rng())
        kept = first.copy()
        if not np.array_equal(given, actions):
            raise ConformanceError(
                f"draw changed the actions {actions[0, 0].tolist()} to {given[0, 0].tolist()}"
            )
        if first.flags.writeable:
            first[...] = -1
        if not (
            np.array_equal(trial.draw(actions), kept) and np.array_equal(trial.model.means, means)
        ):
            raise ConformanceError(
                f"writing into the weights of {actions[0, 0].tolist()} changed the model"
            )


def actions_are_weighed_afresh(trial: RewardTrial) -> None:
    """Each action of each lane is a draw of its own, as if it had a call of its own."""
    rng = trial.rng()
    count = 200
    calls = np.concatenate([trial.model.draw(_everything(trial, 1), rng)[0] for _ in range(count)])
    actions = trial.draw(_everything(trial, count))[0]
    lanes = trial.draw(_everything(trial, count).reshape(count, 1, trial.size))[:, 0]
    for name, weights in (("actions of a lane", actions), ("lanes", lanes)):
        stuck = (calls != calls[0]).any(axis=0) & (weights == weights[0]).all(axis=0)
        if stuck.any():
            place = int(stuck.argmax())
            raise ConformanceError(
                f"{count} {name} share one draw: place {place} has {weights[0, place]} in all"
            )


def items_are_weighed_together_in_any_order(trial: RewardTrial) -> None:
    """The items of an action come from one draw; places and other items do not matter."""
    first = 0
    second = trial.size - 1
    pair = np.tile([first, second], (1, trial.draws, 1))
    everything = _everything(trial, trial.draws)
    order = everything[0, 0].tolist()
    shown = {
        "alone": trial.draw(pair, 1)[0],
        "alone, the other way round": trial.draw(pair[:, :, ::-1], 2)[0][:, ::-1],
        "among all items": trial.draw(everything, 3)[0][
            :, [order.index(first), order.index(second)]
        ],
    }
    moments = {name: float(weights.prod(axis=1).mean()) for name, weights in shown.items()}
    tolerance = 2 * (log(2 / RARE) / (2 * trial.draws)) ** 0.5
    for name, moment in moments.items():
        if abs(moment - moments["alone"]) > tolerance:
            raise ConformanceError(
                f"the weights of items {first} and {second} have the average product "
                f"{moments['alone']:.3f} when shown alone, but {moment:.3f} {name}"
            )


def _everything(trial: RewardTrial, count: int) -> Actions:
    """``count`` actions of all items, in an order that is not that of their numbers."""
    return np.tile(np.arange(trial.size)[::-1], (1, count, 1))


REWARD_LAWS = (
    *map(
        Law[RewardTrial],
        (
            means_are_expected_weights,
            draws_have_the_shape_of_the_actions,
            draws_lie_between_0_and_1,
            draws_average_to_the_means,
            same_generator_gives_same_draws,
            draws_change_nothing,
            actions_are_weighed_afresh,
        ),
    ),
    # Where the place in the list matters, as `expected` says, two places are two different things.
    Law(
        items_are_weighed_together_in_any_order,
        lambda trial: trial.size > 1 and not hasattr(trial.model, "expected"),
    ),
    Law(part_draws_the_same_weights, model_has_part),
)
"""The laws of reward models, in the order in which they are tried."""


def reward_model_checks(model: RewardModel, *, seed: int = 0) -> Iterator[Check[RewardModel]]:
    """Yield the checks that concern a reward model; each is called with it."""
    return checks_for(REWARD_LAWS, model, partial(RewardTrial, seed=seed))


def check_reward_model(
    model: RewardModel, *, expected_failures: Mapping[str, str] | None = None, seed: int = 0
) -> None:
    """Try every law on a reward model, and raise one error with a witness for each broken law.

    >>> from matroidlab.rewards import Bernoulli
    >>> check_reward_model(Bernoulli([0.2, 0.7, 0.0]))

    The weights are drawn with ``seed``. A correct model fails by chance with a probability of about
    1e-9 for each item.

    Parameters
    ----------
    model
        The object to check.
    expected_failures
        The reason for each check, by name, that is known to fail; such a check must fail.
    seed
        The seed of the weights that are drawn.
    """
    expected = expected_failures or {}
    refuse_unknown(expected, REWARD_LAWS)
    run_checks(reward_model_checks(model, seed=seed), model, repr(model), expected)
