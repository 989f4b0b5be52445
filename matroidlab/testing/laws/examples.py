"""The examples of a record."""

from typing import TYPE_CHECKING

from matroidlab.errors import ConformanceError
from matroidlab.parameters import examples_fault

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
