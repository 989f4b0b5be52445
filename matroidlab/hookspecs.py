"""The hooks that plugins implement, and the small records that they return.

A plugin is a module (or any object) with functions marked by `hookimpl`, named in an entry point of the group
``matroidlab``. Hooks take no argument and receive no callback: they return records.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, get_type_hints

import numpy as np
import pluggy

from matroidlab.errors import did_you_mean
from matroidlab.parameter_types import type_faults
from matroidlab.parameters import Parameters, parameters_of
from matroidlab.protocol import Matroid, Policy, RewardModel
from matroidlab.types import Elements

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from matroidlab.orderability import Violation
from typing import Protocol, TypeAlias, runtime_checkable

PROJECT = "matroidlab"
"""pluggy's project name, and the group of the entry points."""

hookspec: pluggy.HookspecMarker = pluggy.HookspecMarker(PROJECT)

hookimpl: pluggy.HookimplMarker = pluggy.HookimplMarker(PROJECT)
"""Marks a function of a plugin as the implementation of a hook."""

Built_co = TypeVar("Built_co", covariant=True)


Witness: TypeAlias = Mapping[str, object]
"""Shows that the answer is no, as plain data: it is written to files, and read by other programs."""


@runtime_checkable
class Question(Protocol):
    """A yes-or-no question about matroids of at most 22 elements, the same for isomorphic ones."""

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return what shows that the answer is no, or None if it is yes."""

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether a witness shows that the answer is no, by as little as possible of what found it."""

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether the answer is yes, by brute force from the definition or by another theorem; may be slow."""


@dataclass(frozen=True)
class Record(Generic[Built_co]):
    """What a plugin says of one thing that it can build."""

    name: str
    """What configuration files and the command line call it."""
    build: Callable[..., Built_co]
    """Makes the thing from keyword parameters, checking them."""
    examples: tuple[Parameters, ...] = ()
    """Parameters for `build`, as plain data; documentation shows them, tests build them."""
    parameters: Callable[[Any], Parameters] = parameters_of
    """The inverse of `build`: plain data that builds an equal thing. Dataclasses need none."""
    types: Mapping[str, object] = field(default_factory=dict)
    """The type of each parameter; read from the annotations of `build` if not given."""
    made: object = field(default=None, kw_only=True)
    """The class of what `build` returns; read from `build` if not given."""

    kind: ClassVar[str]

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z][a-z0-9_-]*", self.name):
            raise ValueError(f"a record's name must be lower-case letters, digits, - and _, got {self.name!r}")
        if not callable(self.build):
            raise TypeError(f"a record's `build` must be callable, got {self.build!r}")
        object.__setattr__(self, "examples", tuple(self.examples))
        if not self.types:
            object.__setattr__(self, "types", _annotated(self.build))
        if self.made is None:
            object.__setattr__(self, "made", _made_by(self.build))

    @property
    def required(self) -> tuple[str, ...]:
        """The parameters that `build` has no default for."""
        known = inspect.signature(self.build).parameters
        return tuple(name for name in self.types if name in known and known[name].default is inspect.Parameter.empty)

    @property
    def summary(self) -> str:
        """The first line of what `build` says of itself."""
        return (inspect.getdoc(self.build) or "").partition("\n")[0]

    def faults(self, parameters: Parameters, path: str = "") -> Iterator[str]:
        """Say what is wrong with parameters before anything is built: unknown keys, missing ones, wrong types.

        >>> from matroidlab.registry import families
        >>> for fault in families()["uniform"].faults({"size": 5.5, "rnk": 2}):
        ...     print(fault)
        rnk: not a parameter of 'uniform'; did you mean 'rank'?
        rank: missing
        size: must be a whole number, got 5.5
        """
        prefix = f"{path}." if path else ""
        for name in parameters:
            if name not in self.types:
                yield f"{prefix}{name}: not a parameter of {self.name!r}{did_you_mean(name, self.types)}"
        yield from (f"{prefix}{name}: missing" for name in self.required if name not in parameters)
        for name, value in parameters.items():
            if name in self.types:
                yield from type_faults(self.types[name], value, f"{prefix}{name}")


def _annotated(build: Callable[..., object]) -> Mapping[str, object]:
    # A dataclass has its hints on the class, by the names of its parameters; any other class has them on __init__.
    hints = get_type_hints(build.__init__ if inspect.isclass(build) and not is_dataclass(build) else build)
    return {name: hints.get(name, object) for name in inspect.signature(build).parameters}


def _made_by(build: Callable[..., object]) -> object:
    if inspect.isclass(build):
        return build
    returned = getattr(build, "__annotations__", {}).get("return")
    return get_type_hints(build)["return"] if isinstance(returned, str) else returned


@dataclass(frozen=True)
class Family(Record[Matroid]):
    """A family of matroids."""

    strategy: "Callable[..., SearchStrategy[Any]] | None" = None
    """A function that imports hypothesis itself and returns a strategy for members.

    That of a family that is made of matroids, with ``Matroid`` or ``Sequence[Matroid]`` among its types, takes one
    argument: a strategy for those matroids.
    """

    kind = "family"


@dataclass(frozen=True)
class RewardFamily(Record[RewardModel]):
    """A family of reward models."""

    kind = "reward model"


@dataclass(frozen=True)
class Problem:
    """What an experiment is about: where lists come from, what they earn, and the trusted one."""

    matroid: Matroid
    rewards: RewardModel
    baseline: Elements
    labels: tuple[str, ...] = ()
    note: str = ""
    """What a reader of the results must know: that the data are synthetic, say."""


CONTEXT = ("horizon", "lanes", "rng")
"""What a policy may ask of the experiment that it is built for, besides the problem."""


@dataclass(frozen=True)
class PolicyFamily(Record[Policy]):
    """A family of policies: ``build(problem, *, horizon, lanes, rng, **parameters)``.

    A policy asks only for what it needs of horizon, lanes and rng. `play` makes a policy in an experiment.
    """

    context: tuple[str, ...] = ()
    """Which of horizon, lanes and rng it asks for; those named in the signature of `build` if not given."""

    kind = "policy"

    def __post_init__(self) -> None:
        super().__post_init__()
        asked = self.context or tuple(name for name in CONTEXT if name in self.types)
        own = {name: kind for name, kind in self.types.items() if name not in ("problem", *CONTEXT)}
        object.__setattr__(self, "context", asked)
        object.__setattr__(self, "types", own)

    def play(
        self, problem: Problem, *, horizon: int, lanes: int, rng: np.random.Generator, parameters: Parameters
    ) -> Policy:
        """Build the policy for a problem, handing it what it asks for."""
        given = {"horizon": horizon, "lanes": lanes, "rng": rng}
        return self.build(problem, **{name: given[name] for name in self.context}, **parameters)


@dataclass(frozen=True)
class ProblemFamily(Record[Problem]):
    """A family of problems."""

    kind = "problem"


@dataclass(frozen=True)
class QuestionFamily(Record[Question]):
    """A family of yes-or-no questions."""

    closed_under_minors: bool = False
    """Whether a yes is one for all minors too."""

    kind = "question"


@dataclass(frozen=True)
class NamedMatroids:
    """Matroids of the literature by name: what `matroidlab-atlas` adds to commands and messages of the core."""

    names: Callable[[], Sequence[str]]
    """All names."""
    matroid: Callable[[str], Matroid]
    """The matroid of that name; an `UnknownNameError` suggests the nearest one."""
    name_of: Callable[[Matroid], str | None]
    """The name of a matroid that is isomorphic to a named one, or None."""


@dataclass(frozen=True)
class Pictures:
    """Pictures of matroids as files, SVG or PNG by the ending of the path."""

    check: Callable[[Path], None]
    """Raise a ValueError or ImportError, before any long work, if such a picture cannot be written."""
    draw: Callable[[Matroid, Path], str]
    """Draw a matroid and return what was drawn: a graph, points and lines, a lattice."""
    draw_violation: "Callable[[Violation, Path], None]"
    """Draw a graph with two of its bases that cannot be exchanged."""


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
