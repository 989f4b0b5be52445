"""One game of the benchmark of recommenders: a world, a way to play, and a seed."""

import os
import platform
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from matroidlab.bandits import LinearSafeThompson, SafeThompson
from matroidlab.errors import PromiseWarning
from matroidlab.work import fingerprint, refuse_others, versions_with
from matroidlab_experiments.recommenders.catalogue_world import CatalogueWorld
from matroidlab_experiments.recommenders.changing_worlds import ChangingWorld
from matroidlab_experiments.recommenders.games import World, play_world
from matroidlab_experiments.recommenders.linear_world import (
    LinearWorld,
    best_fixed_list,
    play_linear,
)
from matroidlab_experiments.recommenders.totals import Totals

WORLDS: Mapping[str, Callable[..., Any]] = {
    "catalogue": CatalogueWorld,
    "changing": ChangingWorld,
    "features": LinearWorld,
}
"""The worlds by name; a run's seed is that of its world."""


@dataclass(frozen=True)
class Case:
    """A game as plain data, which another process can play.

    Attributes
    ----------
    world
        The name of a world, as ``world``, and its parameters.
    way
        The name of the settings.
    settings
        The settings of the policy.
    marks
        After how many lists totals are taken.
    seed
        The seed of the world, the policy and the visitors.
    versions
        The versions that a worker must have.
    """

    world: Mapping[str, Any]
    way: str
    settings: Mapping[str, Any]
    marks: tuple[int, ...]
    seed: int
    versions: Mapping[str, str]

    @property
    def identity(self) -> str:
        """A fingerprint of everything that the results depend on."""
        played = [dict(self.world), dict(self.settings), self.marks, self.seed]
        return fingerprint([*played, dict(self.versions)])

    @property
    def name(self) -> str:
        """The name of the file of its results."""
        return f"{self.identity[:32]}.json"

    @property
    def aim(self) -> str:
        """The task in words, for errors."""
        return f"playing {self.way!r} with {self.title}"

    @property
    def title(self) -> str:
        """The world in words."""
        parts = [f"{key} {_shown(value)}" for key, value in self.world.items() if key != "world"]
        return ", ".join(parts) or str(self.world["world"])

    def build(self) -> tuple[World | LinearWorld, SafeThompson | LinearSafeThompson | None]:
        """Return the world and the policy; None for the best list that never changes."""
        own = {key: value for key, value in self.world.items() if key != "world"}
        world = WORLDS[self.world["world"]](**own, seed=self.seed)
        settings = dict(self.settings)
        if isinstance(world, LinearWorld):
            if settings.pop("best_fixed", False):
                return world, None
            size: dict[str, Any] = {"features": world.features, "norm": world.norm}
            return world, LinearSafeThompson(
                world.matroid, world.baseline, **size, **settings, seed=self.seed
            )
        if world.scores is not None:
            settings["scores"] = world.scores
        policy = SafeThompson(
            world.matroid, world.baseline, lanes=world.lanes, **settings, seed=self.seed
        )
        return world, policy

    def run(self) -> list[Totals]:
        """Play, and return the totals at the marks."""
        here = f"process {os.getpid()} on {platform.node()}"
        refuse_others(versions_with([]), self.versions, here)
        world, policy = self.build()
        visitors = self.seed + 100
        if isinstance(world, LinearWorld):
            if isinstance(policy, LinearSafeThompson):
                return play_linear(policy, world, marks=self.marks, seed=visitors)
            return [_at_best(world, mark, visitors) for mark in self.marks]
        assert isinstance(policy, SafeThompson)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PromiseWarning)  # the worlds that change deserve it
            return play_world(policy, world, marks=self.marks, seed=visitors)


def _at_best(world: LinearWorld, mark: int, seed: int) -> Totals:
    gain = best_fixed_list(world, seed=seed)
    empty = Totals(mark, 1.0 + gain, 1.0, 1.0 + gain, 0.0, 0, 0, gain, 0.0)
    return replace(empty, trusted=None)


def _shown(value: object) -> str:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return f"{value:,}" if is_number else str(value)
