"""The TOML file of a comparison: read, checked as a whole, and built."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from matroidlab import Matroid, RewardModel
from matroidlab.errors import ConfigurationError, FormatError, did_you_mean, message_of
from matroidlab.named_files import read_toml
from matroidlab.parameters import Record, type_faults
from matroidlab.registry import FAMILY, KnownRecords, known, plugin_manager
from matroidlab_evaluation.interleaving.balanced import BalancedInterleaving
from matroidlab_evaluation.interleaving.method import InterleavingMethod
from matroidlab_evaluation.interleaving.optimised import OptimisedInterleaving
from matroidlab_evaluation.interleaving.probabilistic import ProbabilisticInterleaving
from matroidlab_evaluation.interleaving.team_draft import TeamDraft

METHODS: dict[str, type[InterleavingMethod]] = {
    "team-draft": TeamDraft,
    "balanced": BalancedInterleaving,
    "probabilistic": ProbabilisticInterleaving,
    "optimised": OptimisedInterleaving,
}
KEYS: dict[str, object] = {
    "name": str,
    "method": str,
    "delta": float,
    "runs": int,
    "lists": int,
    "seed": int,
    "log": str,
    "matroid": dict[str, Any],
    "rankings": dict[str, list[int]],
    "clicks": dict[str, Any],
}
"""The keys of the file and their types; ``matroid`` and ``rankings`` are required."""


@dataclass(frozen=True)
class CompareFile:
    """The comparison that a file describes, built.

    ``clicks`` are simulated visitors, ``log`` is a file with the clicks of real ones; a file has
    at least one of them.
    """

    name: str
    rankers: tuple[str, ...]
    method: InterleavingMethod
    delta: float
    runs: int
    lists: int
    seed: int
    clicks: RewardModel | None
    log: Path | None


def read_compare_file(path: Path, modules: tuple[str, ...] = ()) -> CompareFile:
    """Read a file; the error lists everything that is wrong with it."""
    try:
        table = read_toml(path)
    except FormatError as error:
        raise ConfigurationError(str(error)) from error
    records = known(plugin_manager(modules))
    faults = list(_faults(table, records))
    if faults:
        raise ConfigurationError.of(str(path), faults)
    try:
        return _built(table, records, path)
    except (ValueError, TypeError) as error:
        raise ConfigurationError(f"{path}: {message_of(error)}") from error


def _faults(table: Mapping[str, Any], records: KnownRecords) -> Iterator[str]:
    for key, value in table.items():
        if key in KEYS:
            yield from type_faults(KEYS[key], value, key)
        else:
            yield f"{key}: not a key of a comparison{did_you_mean(key, KEYS)}"
    yield from (f"{key}: missing" for key in ("matroid", "rankings") if key not in table)
    if "clicks" not in table and "log" not in table:
        yield "clicks: missing; give simulated visitors, or a log of real ones as `log`"
    method = table.get("method", "team-draft")
    if isinstance(method, str) and method not in METHODS:
        yield f"method: there is no method {method!r}{did_you_mean(method, METHODS)}"
    for key, name, offered in _named(records):
        if isinstance(table.get(key), dict):
            yield from _record_faults(table[key], key, name, offered)


def _named(records: KnownRecords) -> list[tuple[str, str, Mapping[str, Record[object]]]]:
    return [("matroid", FAMILY, records.families), ("clicks", "model", records.reward_models)]


def _record_faults(
    table: Mapping[str, Any], key: str, name: str, offered: Mapping[str, Record[object]]
) -> Iterator[str]:
    chosen = table.get(name)
    if chosen is None:
        yield f"{key}.{name}: missing"
    elif chosen not in offered:
        yield f"{key}.{name}: there is no {chosen!r}{did_you_mean(str(chosen), offered)}"
    else:
        rest = {part: value for part, value in table.items() if part != name}
        yield from offered[chosen].faults(rest, key)


def _built(table: Mapping[str, Any], records: KnownRecords, path: Path) -> CompareFile:
    parts: dict[str, Any] = {}
    for key, name, offered in _named(records):
        if key in table:
            spec = dict(table[key])
            parts[key] = offered[spec.pop(name)].build(**spec)
    matroid: Matroid = parts["matroid"]
    clicks: RewardModel | None = parts.get("clicks")
    if clicks is not None and len(clicks.means) != matroid.size:
        raise ValueError(
            f"clicks: must have a mean for each of the {matroid.size} items, "
            f"got {len(clicks.means)}"
        )
    rankings = table["rankings"]
    return CompareFile(
        table.get("name", path.stem),
        tuple(rankings),
        METHODS[table.get("method", "team-draft")](matroid, list(rankings.values())),
        table.get("delta", 0.05),
        table.get("runs", 50),
        table.get("lists", 100_000),
        table.get("seed", 0),
        clicks,
        path.parent / table["log"] if "log" in table else None,
    )
