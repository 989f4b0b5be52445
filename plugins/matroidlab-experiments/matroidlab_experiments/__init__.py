"""Experiments: a TOML file becomes a grid of simulations, results on disk, tables and a report."""

from matroidlab_experiments.result_files.table import results

__all__ = ["results"]
