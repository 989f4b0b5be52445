"""The examples of a record."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from matroidlab.errors import ConformanceError

if TYPE_CHECKING:
    from matroidlab.testing.laws.trial import Trial


def examples_are_tables_of_parameters(trial: "Trial") -> None:
    """The examples of a record are tables of parameters, and each builds a matroid."""
    if trial.family is None:
        return
    fault = examples_fault(trial.family.name, trial.family.examples)
    if fault is not None:
        raise ConformanceError(fault)
    for example in trial.family.examples:
        trial.family.build(**example)


def examples_fault(name: str, examples: Iterable[object]) -> str | None:
    """Return a description of the first example that is not a table of parameters, or None."""
    for example in examples:
        if not isinstance(example, Mapping):
            way_out = "write a single one as examples=({...},)"
            return (
                f"the examples of {name!r} must be tables of parameters, got {example!r}; {way_out}"
            )
    return None
