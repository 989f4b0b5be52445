"""The columns of rows, tables of pandas or polars, mappings and CSV files."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import FormatError
from matroidlab.named_files import text_lines

ROWS_AT_ONCE = 5_000
"""The number of lines of a CSV file that are read before they become columns."""
NAMES = ("slate_id", "action")
"""The columns whose values are names; the others hold numbers."""


def named_columns(source: object, names: Mapping[str, str]) -> dict[str, NDArray[Any]]:
    """Return the columns of a source under our names."""
    if isinstance(source, str | PathLike):
        if str(source).startswith(("sqlite:", "postgresql:", "postgres:")):
            raise TypeError(
                f"{str(source).split(':')[0]}: is the address of a service, which reads its own "
                "journal: read_log(service.log())"
            )
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
        reader = csv.reader(text_lines(path))
        header = next(reader, [])
        there = {ours: header.index(own) for ours, own in names.items() if own in header}
        parts: dict[str, list[Any]] = {ours: [] for ours in there}
        line = 2
        # Row by row the garbage collector would look at all rows again and again.
        while rows := list(islice(reader, ROWS_AT_ONCE)):
            _check_lengths(rows, len(header), path, line)
            columns = list(zip(*rows, strict=True))
            for ours, place in there.items():
                values: Iterable[Any] = columns[place]
                if ours not in NAMES:
                    values = _numbers(values, f"{path}: the column {names[ours]}", line)
                parts[ours].extend(values)
            line += len(rows)
    except (UnicodeDecodeError, csv.Error) as error:
        raise FormatError(f"{path} is not a CSV file in UTF-8: {error}") from None
    return {ours: _array(values) for ours, values in parts.items()}


def _check_lengths(rows: list[list[str]], length: int, path: Path, line: int) -> None:
    if set(map(len, rows)) == {length}:
        return
    short = next(i for i, row in enumerate(rows) if len(row) != length)
    raise FormatError(
        f"{path}: line {line + short} has {len(rows[short])} fields, the header {length}"
    )


def _numbers(values: Iterable[str], column: str, line: int) -> list[float]:
    """Return the numbers of some lines, NaN for nothing."""
    with suppress(ValueError):  # if there is a number in each line, this is the fastest way
        return list(map(float, values))
    found = []
    for number, value in enumerate(values, start=line):
        try:
            found.append(float(value or "nan"))
        except ValueError:
            raise FormatError(
                f"{column} must hold numbers, got {value!r:.80} in line {number}"
            ) from None
    return found


def _array(values: list[Any]) -> NDArray[Any]:
    """Return values as an array; names stay what they are, and None is NaN among numbers."""
    kinds = {type(value) for value in values}
    if kinds <= {int, float, bool, type(None)}:
        return np.array([np.nan if value is None else value for value in values])
    found = np.empty(len(values), dtype=object)
    found[:] = values
    return found
