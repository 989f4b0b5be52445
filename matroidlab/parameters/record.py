"""Records, which describe what a plugin can build from plain parameters, and records by name."""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, is_dataclass
from typing import Any, ClassVar, Generic, TypeVar, get_type_hints

from matroidlab.errors import UnknownNameError, did_you_mean
from matroidlab.parameters.plain_data import Parameters, parameters_of
from matroidlab.parameters.types import type_faults

Built_co = TypeVar("Built_co", covariant=True)


@dataclass(frozen=True)
class Record(Generic[Built_co]):
    """The description of one thing that a plugin can build."""

    name: str
    """Its name in configuration files and on the command line."""
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
            raise ValueError(
                f"a record's name must be lower-case letters, digits, - and _, got {self.name!r}"
            )
        if not callable(self.build):
            raise TypeError(f"a record's `build` must be callable, got {self.build!r}")
        object.__setattr__(self, "examples", tuple(self.examples))
        if not self.types:
            object.__setattr__(self, "types", _annotated(self.build))
        if self.made is None:
            object.__setattr__(self, "made", _made_by(self.build))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name}: {', '.join(self.types) or 'no parameters'})"

    @property
    def required(self) -> tuple[str, ...]:
        """The parameters that `build` has no default for."""
        known = inspect.signature(self.build).parameters
        return tuple(
            name
            for name in self.types
            if name in known and known[name].default is inspect.Parameter.empty
        )

    @property
    def summary(self) -> str:
        """The first line of the docstring of `build`."""
        return (inspect.getdoc(self.build) or "").partition("\n")[0]

    def faults(self, parameters: Parameters, path: str = "") -> Iterator[str]:
        """Report unknown, missing and wrong parameters, before anything is built.

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
                nearest = did_you_mean(name, self.types)
                yield f"{prefix}{name}: not a parameter of {self.name!r}{nearest}"
        yield from (f"{prefix}{name}: missing" for name in self.required if name not in parameters)
        for name, value in parameters.items():
            if name in self.types:
                yield from type_faults(self.types[name], value, f"{prefix}{name}")


def _annotated(build: Callable[..., object]) -> Mapping[str, object]:
    # A dataclass has its hints on the class, any other class on __init__.
    is_plain_class = inspect.isclass(build) and not is_dataclass(build)
    hints = get_type_hints(build.__init__ if is_plain_class else build)
    return {name: hints.get(name, object) for name in inspect.signature(build).parameters}


def _made_by(build: Callable[..., object]) -> object:
    if inspect.isclass(build):
        return build
    returned = getattr(build, "__annotations__", {}).get("return")
    return get_type_hints(build)["return"] if isinstance(returned, str) else returned


Kind = TypeVar("Kind", bound=Record[object])


class ByName(Mapping[str, Kind], Generic[Kind]):
    """A mapping that users can only read, and whose errors suggest the nearest name."""

    def __init__(self, records: Iterable[Kind], kind: str) -> None:
        self._records = {record.name: record for record in records}
        self._kind = kind

    def add(self, record: Kind) -> None:
        """Add a record; for the registry, while it is being filled."""
        self._records[record.name] = record

    def __getitem__(self, name: str) -> Kind:
        if name not in self._records:
            suggestion = did_you_mean(name, sorted(self._records))
            raise UnknownNameError(f"there is no {self._kind} {name!r}{suggestion}")
        return self._records[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)

    def __repr__(self) -> str:
        return f"<{self._kind} records: {', '.join(self._records) or 'none'}>"
