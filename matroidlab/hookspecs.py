"""The hooks that plugins implement, and the small records that they return.

A plugin is a module (or any object) with functions marked by `hookimpl`, named in an entry point of
the group ``matroidlab``. Hooks take no argument and receive no callback: they return records.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
import pluggy

from matroidlab.parameters import Parameters, Record
from matroidlab.protocol import Matroid, Policy, RewardModel
from matroidlab.types import Elements

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


PROJECT = "matroidlab"
"""pluggy's project name, and the group of the entry points."""

hookspec: pluggy.HookspecMarker = pluggy.HookspecMarker(PROJECT)

hookimpl: pluggy.HookimplMarker = pluggy.HookimplMarker(PROJECT)
"""Marks a function of a plugin as the implementation of a hook."""

Witness: TypeAlias = Mapping[str, object]
"""Proof that the answer is no, as plain data that other programs can read from files."""


@runtime_checkable
class Question(Protocol):
    """A yes-or-no question about matroids of at most 22 elements, the same for isomorphic ones."""

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return a proof that the answer is no, or None if it is yes."""

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether a witness proves that the answer is no; shares little code with `ask`."""

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether the answer is yes, by another way than that of `ask`; may be slow."""


@dataclass(frozen=True, repr=False)
class Family(Record[Matroid]):
    """A family of matroids."""

    strategy: "Callable[..., SearchStrategy[Any]] | None" = None
    """A function that imports hypothesis itself and returns a strategy for members.

    For a family that is made of matroids, with ``Matroid`` or ``Sequence[Matroid]`` among its
    types, the function takes one argument: a strategy for those matroids.
    """

    kind = "family"


@dataclass(frozen=True, repr=False)
class RewardFamily(Record[RewardModel]):
    """A family of reward models."""

    kind = "reward model"


@dataclass(frozen=True)
class Problem:
    """The subject of an experiment: valid lists, their rewards, and the trusted list."""

    matroid: Matroid
    """Its bases are the valid lists."""
    rewards: RewardModel
    """The model that weights are drawn from."""
    baseline: Elements
    """The trusted list."""
    labels: tuple[str, ...] = ()
    """The name of each item, or nothing."""
    note: str = ""
    """A remark for readers of the results, for example that the data are synthetic."""


CONTEXT = ("horizon", "lanes", "rng")
"""The arguments, besides the problem, that an experiment gives a policy that asks for them."""


@dataclass(frozen=True, repr=False)
class PolicyFamily(Record[Policy]):
    """A family of policies: ``build(problem, *, horizon, lanes, rng, **parameters)``.

    A policy asks only for what it needs of horizon, lanes and rng. Experiments call `play`.
    """

    context: tuple[str, ...] = ()
    """Those of horizon, lanes and rng that it asks for; read from `build` if not given."""

    kind = "policy"

    def __post_init__(self) -> None:
        super().__post_init__()
        asked = self.context or tuple(name for name in CONTEXT if name in self.types)
        own = {name: kind for name, kind in self.types.items() if name not in ("problem", *CONTEXT)}
        object.__setattr__(self, "context", asked)
        object.__setattr__(self, "types", own)

    def play(
        self,
        problem: Problem,
        *,
        horizon: int,
        lanes: int,
        rng: np.random.Generator,
        parameters: Parameters,
    ) -> Policy:
        """Build the policy for a problem, handing it what it asks for."""
        given = {"horizon": horizon, "lanes": lanes, "rng": rng}
        return self.build(problem, **{name: given[name] for name in self.context}, **parameters)


@dataclass(frozen=True, repr=False)
class ProblemFamily(Record[Problem]):
    """A family of problems."""

    kind = "problem"


@dataclass(frozen=True, repr=False)
class QuestionFamily(Record[Question]):
    """A family of yes-or-no questions."""

    closed_under_minors: bool = False
    """Whether a yes is one for all minors too."""

    kind = "question"


@dataclass(frozen=True)
class NamedMatroids:
    """Matroids of the literature by name, for commands and messages; in `matroidlab-atlas`."""

    names: Callable[[], Sequence[str]]
    """All names."""
    matroid: Callable[[str], Matroid]
    """The matroid of that name; an `UnknownNameError` suggests the nearest one."""
    name_of: Callable[[Matroid], str | None]
    """The name of a matroid that is isomorphic to a named one, or None."""


def _no_svg(_matroid: Matroid) -> None:
    """Show no pictures in notebooks: the default of `Pictures.svg`."""


@dataclass(frozen=True)
class Pictures:
    """Pictures of matroids: files, SVG or PNG by the ending of the path, and SVG for notebooks."""

    check: Callable[[Path], None]
    """Raise a ValueError or ImportError, before any long work, if it cannot write such a file."""
    draw: Callable[[Matroid, Path], str]
    """Draw a matroid and return what was drawn: a graph, points and lines, a lattice."""
    draw_violation: Callable[[Any, Path], None]
    """Draw a `Violation` of orderability: a graph with two bases that cannot be exchanged."""
    svg: Callable[[Matroid], str | None] = _no_svg
    """Return a picture for a notebook as SVG, at once, or None if there is none worth showing."""


@hookspec
def matroidlab_families() -> Iterable[Family]:  # type: ignore[empty-body]
    """Return the families of matroids that this plugin offers."""


@hookspec
def matroidlab_reward_models() -> Iterable[RewardFamily]:  # type: ignore[empty-body]
    """Return the families of reward models that this plugin offers."""


@hookspec
def matroidlab_policies() -> Iterable[PolicyFamily]:  # type: ignore[empty-body]
    """Return the policies that this plugin offers."""


@hookspec
def matroidlab_problems() -> Iterable[ProblemFamily]:  # type: ignore[empty-body]
    """Return the problems (matroid, reward model, baseline, labels) that this plugin offers."""


@hookspec
def matroidlab_questions() -> Iterable[QuestionFamily]:  # type: ignore[empty-body]
    """Return the yes-or-no questions about matroids that this plugin offers."""


@hookspec(firstresult=True)
def matroidlab_named_matroids() -> NamedMatroids:  # type: ignore[empty-body]
    """Return the catalogue of named matroids; the first plugin that has one is asked."""


@hookspec(firstresult=True)
def matroidlab_pictures() -> Pictures:  # type: ignore[empty-body]
    """Return what draws matroids; the first plugin that can is asked."""
