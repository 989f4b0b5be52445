from dataclasses import dataclass, field

from matroidlab.hookspecs import Problem
from matroidlab.protocol import Matroid, RewardModel
from matroidlab.registry import built_in_families
from matroidlab.types import Elements


@dataclass(frozen=True)
class ParametricProblem(Problem):
    """A problem that is its parameters: shown, compared and saved by them; matroid, rewards and the rest follow.

    A family of problems adds its parameters as fields, and settles the rest in ``__post_init__``.
    """

    matroid: Matroid = field(init=False, repr=False, compare=False)
    rewards: RewardModel = field(init=False, repr=False, compare=False)
    baseline: Elements = field(init=False, repr=False, compare=False)
    labels: tuple[str, ...] = field(init=False, repr=False, compare=False, default=())
    note: str = field(init=False, repr=False, compare=False, default="")

    def _settle(self, **values: object) -> None:
        """Set fields, as only ``__post_init__`` may."""
        for name, value in values.items():
            object.__setattr__(self, name, value)


def matroid_of(family: str, **parameters: object) -> Matroid:
    """Build a matroid of a built-in family, by name: experiments know no class of matroids.

    >>> matroid_of("uniform", size=5, rank=2)
    UniformMatroid(size=5, rank=2)
    """
    return built_in_families()[family].build(**parameters)
