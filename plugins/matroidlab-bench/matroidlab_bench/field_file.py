"""The file that describes a bench: problems, policies, and how sure the comparison must be."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from importlib.resources import files
from pathlib import Path
from typing import Any

from matroidlab.errors import ConfigurationError, did_you_mean
from matroidlab.files import TEXT, toml_table
from matroidlab.types import as_count, as_number

PROBLEM_KEYS = ("problem", "matroid", "rewards", "baseline")


@dataclass(frozen=True)
class Field:
    """Problems and policies to compare; the content of a bench file.

    Attributes
    ----------
    name
        The folder of the results is named after it.
    horizon
        The number of lists of a run.
    problems
        Each has a ``label`` and either a ``problem`` or ``matroid``, ``rewards`` and ``baseline``,
        as in an experiment file; a ``horizon`` of its own is allowed.
    policies
        Each is a table with ``policy``, its parameters, and a ``label``, as in an experiment file.
    first_runs
        The number of runs of each policy at first; it doubles until every pair is decided.
    most_runs
        The largest number of runs of each policy.
    margin
        The fraction of the smaller regret up to which two policies are called equivalent.
    delta
        The probability that any interval of the whole bench may fail.
    seed
        The seed of all random numbers.
    title
        The title of the page.
    """

    name: str
    horizon: int
    problems: tuple[Mapping[str, Any], ...]
    policies: tuple[Mapping[str, Any], ...]
    first_runs: int = 10
    most_runs: int = 40
    margin: float = 0.1
    delta: float = 0.05
    seed: int = 0
    title: str = field(default="")

    def experiment(self, problem: Mapping[str, Any], *, runs: int) -> dict[str, Any]:
        """The experiment of one problem with all policies, as plain data."""
        return {
            "name": f"{self.name}-{slug(problem['label'])}",
            "title": problem["label"],
            "horizon": problem.get("horizon", self.horizon),
            "runs": runs,
            "block": self.first_runs,
            "checkpoints": 1,
            "seed": self.seed,
            "policies": [dict(policy) for policy in self.policies],
            **{key: problem[key] for key in PROBLEM_KEYS if key in problem},
        }


def read_field(path: Path | None = None) -> Field:
    """Read a bench file; the bench of the field that comes with the package if none is given."""
    source = str(path) if path is not None else "field.toml"
    try:
        if path is None:
            text = files("matroidlab_bench").joinpath("field.toml").read_text(encoding="utf-8")
        else:
            with path.open("rb") as file:
                text = file.read(TEXT + 1).decode()
        table = toml_table(text)
    except OSError as error:
        raise ConfigurationError(f"{source}: cannot be read: {error.strerror}") from error
    except (ValueError, tomllib.TOMLDecodeError) as error:
        raise ConfigurationError(f"{source}: not valid TOML: {error}") from error
    return as_field(table, source=source)


def as_field(table: Mapping[str, Any], *, source: str = "bench") -> Field:
    """Check the keys of a table; names and parameters are checked before anything is run."""
    faults = _faults(table)
    if faults:
        raise ConfigurationError.of(source, faults)
    try:
        return _checked(table)
    except (ValueError, TypeError) as error:
        raise ConfigurationError.of(source, [str(error)]) from error


def _checked(table: Mapping[str, Any]) -> Field:
    known = dict(table) | {key: tuple(table[key]) for key in ("problems", "policies")}
    made = Field(**known)
    as_count(made.horizon, name="horizon", least=1)
    as_count(made.first_runs, name="first_runs", least=2)
    as_count(made.most_runs, name="most_runs", least=made.first_runs)
    as_number(made.margin, name="margin", least=0)
    as_number(made.delta, name="delta", above=0, most=1)
    return made


def _faults(table: Mapping[str, Any]) -> list[str]:
    known = [one.name for one in fields(Field)]
    faults = [f"{key}: not a key{did_you_mean(key, known)}" for key in table if key not in known]
    needed = ("name", "horizon", "problems", "policies")
    faults += [f"{key}: missing" for key in needed if key not in table]
    for key in ("problems", "policies"):
        rows = table.get(key, [])
        if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
            faults.append(f"{key}: must be a list of tables")
            continue
        labels = [row.get("label") for row in rows]
        faults += [f"{key}[{i}].label: missing" for i, one in enumerate(labels) if not one]
        repeated = sorted({str(one) for one in labels if one and labels.count(one) > 1})
        faults += [f"{key}: two have the label {one!r}" for one in repeated]
    return faults


def slug(label: str) -> str:
    """A label as part of a file name.

    >>> slug("Top 5 of 30 (clicks)")
    'top-5-of-30-clicks'
    """
    letters = [letter.lower() if letter.isalnum() and letter.isascii() else " " for letter in label]
    return "-".join("".join(letters).split()) or "problem"
