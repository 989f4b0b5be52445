"""Experiments: a TOML file becomes a grid of simulations, results on disk, tables and a report."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matroidlab_experiments.result_files.table import results

__all__ = ["results"]


def __getattr__(name: str) -> object:
    # Imported when it is used, because every command that looks for plugins imports this package.
    if name == "results":
        from matroidlab_experiments.result_files.table import results  # noqa: PLC0415

        return results
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
