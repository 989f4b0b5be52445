"""Read a log: rows, tables of pandas or polars, columns, CSV files."""

import csv
from collections.abc import Hashable, Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import FormatError
from matroidlab.types import Elements, Weights
from matroidlab_evaluation.off_policy.slate_log import COLUMNS, NOTHING, SlateLog

REQUIRED = COLUMNS[:4]
OPTIONAL = COLUMNS[4:]

Columns = Mapping[str, NDArray[Any]]


def read_log(source: object) -> SlateLog:
    """Read a log with a row for each item of each list.

    >>> rows = [
    ...     {"slate_id": 7, "position": 0, "action": "tea", "reward": 1.0, "pscore": 0.5},
    ...     {"slate_id": 7, "position": 1, "action": "rye", "reward": 0.0, "pscore": 0.5},
    ...     {"slate_id": 8, "position": 0, "action": "rye", "reward": 0.0, "pscore": 0.5},
    ...     {"slate_id": 8, "position": 1, "action": "tea", "reward": 0.0, "pscore": 0.5},
    ... ]
    >>> log = read_log(rows)
    >>> len(log), log.items, log.value
    (2, ('tea', 'rye'), 0.5)

    ``source`` is a list of rows, such as ``service.log()``; a table of pandas or polars; a mapping
    from names of columns to arrays; or the path of a CSV file. It has the columns ``slate_id``,
    ``position``, ``action`` and ``reward``, and for the estimators that need them ``pscore``,
    ``pscore_item_position`` and ``pscore_cascade``, the names of Open Bandit Pipeline. Others
    are ignored. Rows may be in any order. A list with a reward that is missing (None, NaN or empty)
    is left out, and counted.
    """
    if isinstance(source, str | PathLike):
        return _log_of(_csv_columns(Path(source)))
    if isinstance(source, Mapping):
        return _log_of({str(name): np.asarray(source[name]) for name in source})
    if hasattr(source, "columns") and hasattr(source, "__getitem__"):  # a data frame
        names = [str(name) for name in source.columns]
        return _log_of(
            {name: np.asarray(source[name].to_numpy()) for name in names if name in COLUMNS}
        )
    if isinstance(source, Iterable):
        return _log_of(_row_columns(list(source)))
    raise TypeError(
        "a log must be rows, columns, a data frame or the path of a CSV file, "
        f"got {type(source).__name__}"
    )


def as_log(source: object) -> SlateLog:
    """Return a log as it is, and read anything else."""
    return source if isinstance(source, SlateLog) else read_log(source)


def _row_columns(rows: Sequence[Any]) -> Columns:
    if not rows:
        raise FormatError("the log has no rows")
    names = [name for name in COLUMNS if name in rows[0]]
    try:
        return {name: _array([row[name] for row in rows]) for name in names}
    except KeyError as error:
        raise FormatError(f"a row of the log lacks {error.args[0]!r}, which others have") from None


def _csv_columns(path: Path) -> Columns:
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.reader(file)
        names = next(reader, [])
        rows = list(reader)
    short = next((i for i, row in enumerate(rows) if len(row) != len(names)), None)
    if short is not None:
        raise FormatError(
            f"{path}: line {short + 2} has {len(rows[short])} fields, the header {len(names)}"
        )
    columns = zip(*rows, strict=True) if rows else iter(())
    return {
        name: np.array(column, dtype=np.str_)
        for name, column in zip(names, columns, strict=False)
        if name in COLUMNS
    }


def _array(values: list[Any]) -> NDArray[Any]:
    """Return values as an array; names stay what they are, and None is NaN among numbers."""
    kinds = {type(value) for value in values}
    if kinds <= {int, float, bool, type(None)}:
        return np.array([np.nan if value is None else value for value in values])
    found = np.empty(len(values), dtype=object)
    found[:] = values
    return found


def _log_of(columns: Columns) -> SlateLog:
    missing = [name for name in REQUIRED if name not in columns]
    if missing:
        raise FormatError(
            f"the log lacks the column {missing[0]}; it must have {', '.join(REQUIRED)}"
        )
    count = len(columns["slate_id"])
    if count == 0:
        raise FormatError("the log has no rows")
    names, slates = _numbered(columns["slate_id"])
    items, actions = _numbered(columns["action"])
    positions, places = np.unique(_numbers(columns, "position"), return_inverse=True)
    shape = (len(names), len(positions))
    cells = slates * shape[1] + places
    if np.bincount(cells).max() > 1:
        twice = int(np.argmax(np.bincount(cells) > 1))
        raise FormatError(
            f"the list {names[twice // shape[1]]!r} has two items at position "
            f"{positions[twice % shape[1]]:g}"
        )
    grid = _Grid(shape, cells)
    rewards = _numbers(columns, "reward", gaps=True)
    is_known = np.ones(shape[0], dtype=np.bool_)
    is_known[slates[np.isnan(rewards)]] = False
    scores = {name: _scores(columns, name) for name in OPTIONAL if name in columns}
    pscore = None
    if "pscore" in scores:
        pscore = np.empty(shape[0])
        pscore[slates] = scores["pscore"]
        differing = pscore[slates] != scores["pscore"]
        if differing.any():
            name = names[int(slates[np.argmax(differing)])]
            raise FormatError(
                f"pscore must be the same in all rows of a list; in {name!r} it is not"
            )
        pscore = pscore[is_known]
    by_place = {
        name: grid.filled(scores[name], 1.0)[is_known] for name in OPTIONAL[1:] if name in scores
    }
    return SlateLog(
        items,
        tuple(positions.tolist()),
        grid.filled(actions, NOTHING).astype(np.intp)[is_known],
        grid.filled(rewards, 0.0)[is_known],
        pscore,
        by_place.get("pscore_item_position"),
        by_place.get("pscore_cascade"),
        int((~is_known).sum()),
    )


class _Grid:
    """Puts columns into arrays of ``(lists, places)``."""

    def __init__(self, shape: tuple[int, int], cells: Elements) -> None:
        self.shape = shape
        self.cells = cells

    def filled(self, values: NDArray[Any], empty: float) -> NDArray[Any]:
        found = np.full(self.shape[0] * self.shape[1], empty, dtype=values.dtype)
        found[self.cells] = values
        return found.reshape(self.shape)


def _numbered(values: NDArray[Any]) -> tuple[tuple[Hashable, ...], Elements]:
    """Return the different values in the order of their first rows, and their numbers."""
    table: dict[Hashable, int] = {}
    numbers = np.fromiter(
        (table.setdefault(value, len(table)) for value in values.tolist()),
        dtype=np.intp,
        count=len(values),
    )
    return tuple(table), numbers


def _numbers(columns: Columns, name: str, *, gaps: bool = False) -> Weights:
    values = columns[name]
    try:
        if values.dtype.kind == "O":
            values = np.array([np.nan if value is None else value for value in values.tolist()])
        if values.dtype.kind in "US":
            values = np.where(values == "", "nan", values)
        found = values.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise FormatError(f"the column {name} must hold numbers: {error}") from None
    wrong = np.isinf(found) if gaps else ~np.isfinite(found)
    if wrong.any():
        raise FormatError(
            f"the column {name} must hold finite numbers, got {found[wrong][0]} in row "
            f"{int(np.argmax(wrong)) + 1}"
        )
    return found


def _scores(columns: Columns, name: str) -> Weights:
    found = _numbers(columns, name)
    wrong = (found <= 0) | (found > 1)
    if wrong.any():
        raise FormatError(
            f"{name} must be the probability of what was shown, above 0 and at most 1, got "
            f"{found[wrong][0]:g} in row {int(np.argmax(wrong)) + 1}"
        )
    return found
