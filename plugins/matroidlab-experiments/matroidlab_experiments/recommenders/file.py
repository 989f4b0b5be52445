"""Files that name worlds and ways to play in them: ``recommenders.toml``."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

from matroidlab.errors import ConfigurationError, did_you_mean
from matroidlab.named_files import read_toml
from matroidlab.types import as_count
from matroidlab.work import versions_with
from matroidlab_experiments.recommenders.cases import WORLDS, Case

OWN = ("name", "world", "ways", "lists", "runs")
"""The keys of a world that are not its parameters."""
KEYS = ("title", "lists", "runs", "quick", "ways", "worlds")


@dataclass(frozen=True)
class RecommenderFile:
    """All cases of a file, in its order."""

    title: str
    cases: list[Case]


def read_file(
    path: Path | None = None, *, quick: bool = False, names: tuple[str, ...] = ()
) -> RecommenderFile:
    """Read a file, and build everything in it once, so that a fault is found before anything runs.

    >>> len(read_file(names=["swap"]).cases)
    4

    Parameters
    ----------
    path
        The file; None for ``recommenders.toml`` of this distribution.
    quick
        Whether to play as few lists as its table ``quick`` says.
    names
        The names of the worlds to play in; none for all.
    """
    source = path or Path(str(files("matroidlab_experiments.recommenders") / "recommenders.toml"))
    table = read_toml(source)
    try:
        cases = _cases(table, quick=quick, names=names)
        for case in {(repr(case.world), case.way): case for case in cases}.values():
            case.build()
    except (ValueError, TypeError, KeyError) as error:
        raise ConfigurationError(f"{source}: {error}") from error
    if not cases:
        raise ConfigurationError(f"{source}: there is no world to play in")
    return RecommenderFile(str(table.get("title", source.stem)), cases)


def _cases(table: Mapping[str, Any], *, quick: bool, names: tuple[str, ...]) -> list[Case]:
    _refuse_unknown(table, KEYS, "the file")
    worlds = list(table.get("worlds", []))
    known = {str(world.get("name")) for world in worlds}
    for name in names:
        if name not in known:
            raise ValueError(f"there is no world {name!r}{did_you_mean(name, sorted(known))}")
    changed = dict(table.get("quick", {})) if quick else {}
    return [
        case
        for world in worlds
        if not names or world.get("name") in names
        for case in _cases_of({**_shared(table), **world, **changed}, table.get("ways", {}))
    ]


def _shared(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: table[key] for key in ("lists", "runs") if key in table}


def _cases_of(world: Mapping[str, Any], ways: Mapping[str, Mapping[str, Any]]) -> Iterator[Case]:
    """One case for each combination of parameters, each way and each run."""
    kind = str(world.get("world"))
    if kind not in WORLDS:
        raise ValueError(f"world must be one of {', '.join(WORLDS)}, got {kind!r}")
    lists = world.get("lists", 100_000)
    marks = lists if isinstance(lists, list) else [lists]
    versions = versions_with([])
    for parameters in _combinations({k: v for k, v in world.items() if k not in OWN}):
        for way in world.get("ways", ["default"]):
            if way not in ways:
                raise ValueError(f"ways: there is no way {way!r}{did_you_mean(way, list(ways))}")
            for run in range(as_count(world.get("runs", 1), name="runs", least=1)):
                yield Case(
                    world={"world": kind, **parameters},
                    way=str(way),
                    settings=dict(ways[way]),
                    marks=tuple(sorted(as_count(m, name="lists", least=1) for m in marks)),
                    seed=run,
                    versions=versions,
                )


def _combinations(parameters: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    choices = [value if isinstance(value, list) else [value] for value in parameters.values()]
    for values in product(*choices):
        yield dict(zip(parameters, values, strict=True))


def _refuse_unknown(table: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in table:
        if key not in known:
            raise ValueError(f"{key!r} is not a key of {where}{did_you_mean(key, known)}")
