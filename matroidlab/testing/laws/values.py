"""Matroids as values: shown, compared, hashed, pickled and built from plain data."""

import copy
import json
import pickle
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from matroidlab.errors import ConformanceError
from matroidlab.parameters import examples_fault
from matroidlab.protocol import Matroid
from matroidlab.testing.laws.trial import Trial


def is_value(trial: Trial) -> bool:
    """Whether a matroid is meant to be a value: of a family, or a dataclass of plain data."""
    return trial.family is not None or _is_plain_dataclass(trial.value)


def _is_plain_dataclass(thing: object) -> bool:
    if not is_dataclass(thing) or isinstance(thing, type):
        return False
    values = [getattr(thing, part.name) for part in fields(thing)]
    inner = [
        each for value in values for each in (value if isinstance(value, list | tuple) else [value])
    ]
    made_of = [each for each in inner if is_dataclass(each) or hasattr(each, "is_independent")]
    return not any(map(callable, inner)) and all(map(_is_plain_dataclass, made_of))


def repr_is_the_call_that_makes_it(trial: Trial) -> None:
    """The repr, read as Python, makes an equal matroid."""
    shown = repr(trial.value)
    try:
        # The text comes from the matroid under test, which runs its own code anyway.
        made = eval(shown, dict(_names(trial.value)))  # noqa: S307
    except Exception as error:
        raise ConformanceError(
            f"the repr {shown} cannot be read: {type(error).__name__}: {error}"
        ) from error
    if made != trial.value:
        raise ConformanceError(f"the repr {shown} makes another matroid, {made!r}")


def _names(thing: object) -> Iterator[tuple[str, Any]]:
    """Yield the names that a repr may use: of the class, its module, and classes of its fields."""
    yield from vars(sys.modules[type(thing).__module__]).items()
    yield type(thing).__name__, type(thing)
    if is_dataclass(thing):
        for value in (getattr(thing, part.name) for part in fields(thing)):
            for each in value if isinstance(value, list | tuple) else [value]:
                if is_dataclass(each):
                    yield from _names(each)


def pickles_to_an_equal_matroid(trial: Trial) -> None:
    """A matroid that was pickled comes back equal, and gives the same answers."""
    _use(trial)
    back = pickle.loads(pickle.dumps(trial.value))  # noqa: S301 - our own bytes
    if back != trial.value:
        raise ConformanceError(
            f"{trial.value!r} comes back from pickle as {back!r}, which is not equal"
        )
    order = trial.permutation()
    if back.greedy(order).tolist() != trial.greedy(order):
        raise ConformanceError(
            f"{trial.value!r}, back from pickle, has another greedy({order.tolist()})"
        )


def equality_and_hash_are_by_value(trial: Trial) -> None:
    """A matroid made alike is equal with an equal hash, whether used or not; nothing else is."""
    twin = _twin(trial.value)
    _use(trial)
    if twin != trial.value:
        raise ConformanceError(f"{trial.value!r} is not equal to one made alike, once it was used")
    if hash(twin) != hash(trial.value):
        raise ConformanceError(
            f"{trial.value!r} and one made alike are equal, but have different hashes"
        )
    for other in (None, object(), repr(trial.value)):
        if trial.value == other:
            raise ConformanceError(f"{trial.value!r} is equal to {other!r}")


def parameters_build_an_equal_matroid(trial: Trial) -> None:
    """The parameters given by the record are plain data, and build an equal matroid."""
    if trial.family is None:
        return
    parameters = trial.family.parameters(trial.value)
    unknown = sorted(set(parameters) - set(trial.family.types))
    if unknown:
        raise ConformanceError(
            f"parameters {unknown} are not among the record's types, {sorted(trial.family.types)}"
        )
    if json.loads(json.dumps(parameters)) != parameters:
        raise ConformanceError(f"the parameters {parameters} are not plain data: JSON changes them")
    built = trial.family.build(**parameters)
    if built != trial.value:
        raise ConformanceError(
            f"{trial.value!r} has the parameters {parameters}, which build {built!r}"
        )


def _twin(matroid: Any) -> Matroid:
    """Return a matroid made alike; if it is a dataclass, without cached values."""
    is_data = is_dataclass(matroid) and not isinstance(matroid, type)
    twin: Matroid = replace(matroid) if is_data else copy.deepcopy(matroid)
    return twin


def _use(trial: Trial) -> None:
    """Call the methods of the matroid, so that it caches whatever it caches."""
    basis = trial.matroid.greedy(np.arange(trial.matroid.size))
    _ = trial.matroid.rank, trial.matroid.is_independent(basis), trial.matroid.swaps(basis, basis)


def examples_are_tables_of_parameters(trial: Trial) -> None:
    """The examples of a record are tables of parameters, and each builds a matroid."""
    if trial.family is None:
        return
    fault = examples_fault(trial.family.name, trial.family.examples)
    if fault is not None:
        raise ConformanceError(fault)
    for example in trial.family.examples:
        trial.family.build(**example)
