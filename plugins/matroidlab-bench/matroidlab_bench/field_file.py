"""The file that describes a bench: problems, policies, and how sure the comparison must be."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from importlib.resources import files
from math import comb
from pathlib import Path
from typing import Any

from matroidlab.errors import ConfigurationError, did_you_mean
from matroidlab.named_files import TEXT, text_of, toml_table
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
        Each is a table with ``policy``, its parameters, and a ``label``, as in an experiment file;
        ``only`` names the problems that it takes part in, all if it is missing.
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
        The heading of the page.
    text
        The text of the file, which the page shows; not a key of the file.
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
    title: str = ""
    text: str = field(default="", repr=False)

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
            "policies": self.policies_of(problem),
            **{key: problem[key] for key in PROBLEM_KEYS if key in problem},
        }

    def policies_of(self, problem: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The policies that take part in a problem, without the key ``only``."""
        return [
            {key: value for key, value in policy.items() if key != "only"}
            for policy in self.policies
            if problem["label"] in policy.get("only", [problem["label"]])
        ]

    def pairs_of(self, problem: Mapping[str, Any]) -> int:
        """The number of pairs of policies that are compared on a problem."""
        return comb(len(self.policies_of(problem)), 2)


def read_field(path: Path | None = None) -> Field:
    """Read a bench file; the bench of the field that comes with the package if none is given."""
    source = str(path) if path is not None else "field.toml"
    try:
        if path is None:
            text = files("matroidlab_bench").joinpath("field.toml").read_text(encoding="utf-8")
        else:
            text = text_of(path, most=TEXT)
        table = toml_table(text)
    except OSError as error:
        raise ConfigurationError(f"{source}: cannot be read: {error.strerror or error}") from error
    except (ValueError, tomllib.TOMLDecodeError) as error:
        raise ConfigurationError(f"{source}: not valid TOML: {error}") from error
    return replace(as_field(table, source=source), text=text)


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
    known = [one.name for one in fields(Field) if one.name != "text"]
    faults = [f"{key}: not a key{did_you_mean(key, known)}" for key in table if key not in known]
    needed = ("name", "horizon", "problems", "policies")
    faults += [f"{key}: missing" for key in needed if key not in table]
    for key in ("name", "title"):
        if not isinstance(table.get(key, ""), str):
            faults.append(f"{key}: must be text, got {table[key]!r}")
    for key in ("problems", "policies"):
        if key in table:
            faults += _row_faults(key, table[key])
    return faults or [*_problem_faults(table["problems"]), *_policy_faults(table)]


def _row_faults(key: str, rows: object) -> list[str]:
    """Rows must be tables with labels, all different."""
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        return [f"{key}: must be a list of tables, as in [[{key}]]"]
    if not rows:
        return [f"{key}: must be at least one, got none"]
    labels = [row.get("label") for row in rows]
    faults = [
        f"{key}[{i}].label: missing, it must be text"
        for i, label in enumerate(labels)
        if not isinstance(label, str) or not label
    ]
    repeated = sorted({str(one) for one in labels if one and labels.count(one) > 1})
    return faults + [f"{key}: two have the label {one!r}" for one in repeated]


def _problem_faults(problems: list[Mapping[str, Any]]) -> list[str]:
    known = ("label", "horizon", *PROBLEM_KEYS)
    faults = [
        f"problems[{i}].{key}: not a key{did_you_mean(key, known)}"
        for i, problem in enumerate(problems)
        for key in problem
        if key not in known
    ]
    folders: dict[str, str] = {}
    for problem in problems:
        other = folders.setdefault(slug(problem["label"]), problem["label"])
        if other != problem["label"]:
            faults.append(
                f"problems: the labels {other!r} and {problem['label']!r} give one folder; "
                "use different letters or digits"
            )
    return faults


def _policy_faults(table: Mapping[str, Any]) -> list[str]:
    labels = [problem["label"] for problem in table["problems"]]
    faults = []
    for i, policy in enumerate(table["policies"]):
        if "policy" not in policy:
            faults.append(f"policies[{i}].policy: missing")
        only = policy.get("only", [])
        if not isinstance(only, list):
            faults.append(f"policies[{i}].only: must be a list of labels of problems")
            continue
        faults += [
            f"policies[{i}].only: there is no problem {one!r}{did_you_mean(str(one), labels)}"
            for one in only
            if one not in labels
        ]
    return faults


def slug(label: str) -> str:
    """A label as part of a file name.

    >>> slug("Top 5 of 30 (clicks)")
    'top-5-of-30-clicks'
    """
    letters = [letter.lower() if letter.isalnum() and letter.isascii() else " " for letter in label]
    return "-".join("".join(letters).split()) or "problem"
