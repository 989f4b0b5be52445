"""Experiments with matroidlab: from a TOML file to simulations, results on disk, and a report.

`run` runs an experiment, `results` reads its results as a table, and `report` writes a page with
pictures of them. The commands ``matroidlab run``, ``results`` and ``report`` do the same in a
terminal. The three names are imported when they are first used, so that the import is instant.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matroidlab_experiments.interface import report, results, run

__all__ = ["report", "results", "run"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'matroidlab_experiments' has no attribute {name!r}")
    value: object = getattr(import_module("matroidlab_experiments.interface"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
