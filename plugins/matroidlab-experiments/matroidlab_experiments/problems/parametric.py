from dataclasses import dataclass, field

from matroidlab.hookspecs import Problem
from matroidlab.protocol import Matroid, RewardModel
from matroidlab.registry import built_in_families
from matroidlab.types import Elements


@dataclass(frozen=True)
class ParametricProblem(Problem):
    """A problem that is shown, compared and saved by its parameters.

    A subclass adds its parameters as fields, and sets matroid, rewards and baseline in
    ``__post_init__``.
    """

    matroid: Matroid = field(init=False, repr=False, compare=False)
    rewards: RewardModel = field(init=False, repr=False, compare=False)
    baseline: Elements = field(init=False, repr=False, compare=False)
    labels: tuple[str, ...] = field(init=False, repr=False, compare=False, default=())
    note: str = field(init=False, repr=False, compare=False, default="")

    def _settle(self, **values: object) -> None:
        """Set fields of the frozen dataclass; for use in ``__post_init__`` only."""
        for name, value in values.items():
            object.__setattr__(self, name, value)


def matroid_of(family: str, **parameters: object) -> Matroid:
    """Build a matroid of a built-in family by name; experiments import no matroid classes.

    >>> matroid_of("uniform", size=5, rank=2)
    UniformMatroid(size=5, rank=2)
    """
    return built_in_families()[family].build(**parameters)
