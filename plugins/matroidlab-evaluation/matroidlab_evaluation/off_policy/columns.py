"""The columns of rows, tables of pandas or polars, mappings and CSV files."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import FormatError


def named_columns(source: object, names: Mapping[str, str]) -> dict[str, NDArray[Any]]:
    """Return the columns of a source under our names."""
    if isinstance(source, str | PathLike):
        return _csv_columns(Path(source), names)
    if isinstance(source, Mapping):
        return {ours: np.asarray(source[own]) for ours, own in names.items() if own in source}
    if hasattr(source, "columns") and hasattr(source, "__getitem__"):  # a data frame
        there = set(source.columns)
        return {
            ours: np.asarray(source[own].to_numpy()) for ours, own in names.items() if own in there
        }
    if isinstance(source, Iterable):
        return _row_columns(list(source), names)
    raise TypeError(
        "a log must be rows, columns, a data frame or the path of a CSV file, "
        f"got {type(source).__name__}"
    )


def _row_columns(rows: Sequence[Any], names: Mapping[str, str]) -> dict[str, NDArray[Any]]:
    if not rows:
        raise FormatError("the log has no rows")
    if not isinstance(rows[0], Mapping):
        raise TypeError(f"a row of a log must be a mapping by column, got {rows[0]!r:.80}")
    there = [(ours, own) for ours, own in names.items() if own in rows[0]]
    try:
        return {ours: _array([row[own] for row in rows]) for ours, own in there}
    except KeyError as error:
        raise FormatError(f"a row of the log lacks {error.args[0]!r}, which others have") from None


def _csv_columns(path: Path, names: Mapping[str, str]) -> dict[str, NDArray[Any]]:
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            reader = csv.reader(file)
            header = next(reader, [])
            rows = list(reader)
    except (UnicodeDecodeError, csv.Error) as error:
        raise FormatError(f"{path} is not a CSV file in UTF-8: {error}") from None
    short = next((i for i, row in enumerate(rows) if len(row) != len(header)), None)
    if short is not None:
        raise FormatError(
            f"{path}: line {short + 2} has {len(rows[short])} fields, the header {len(header)}"
        )
    table = dict(zip(header, zip(*rows, strict=True), strict=False))
    return {
        ours: np.array(table.get(own, ()), dtype=np.str_)
        for ours, own in names.items()
        if own in header
    }


def _array(values: list[Any]) -> NDArray[Any]:
    """Return values as an array; names stay what they are, and None is NaN among numbers."""
    kinds = {type(value) for value in values}
    if kinds <= {int, float, bool, type(None)}:
        return np.array([np.nan if value is None else value for value in values])
    found = np.empty(len(values), dtype=object)
    found[:] = values
    return found
