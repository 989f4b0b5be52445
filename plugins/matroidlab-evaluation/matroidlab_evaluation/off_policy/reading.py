"""Read a log: rows, tables of pandas or polars, columns, CSV files."""

from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import FormatError
from matroidlab.types import Elements, Weights
from matroidlab_evaluation.off_policy.columns import named_columns
from matroidlab_evaluation.off_policy.slate_log import COLUMNS, NOTHING, SlateLog

REQUIRED = COLUMNS[:4]
OPTIONAL = COLUMNS[4:]

Columns = Mapping[str, NDArray[Any]]


def read_log(source: object, *, columns: Mapping[str, str] | None = None) -> SlateLog:
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
    is left out, and counted. The items of a CSV file are text.

    Parameters
    ----------
    source
        The rows.
    columns
        Other names of columns, such as ``{"action": "item_id"}``. If they are given and there is no
        ``slate_id``, each row is a list of one item at its position. So the files of Open Bandit
        data are read with ``read_log("men.csv", columns={"action": "item_id", "reward": "click",
        "pscore": "propensity_score"})``.
    """
    names = {name: name for name in COLUMNS}
    if columns is not None:
        if not isinstance(columns, Mapping):
            raise TypeError(
                f"columns must be a mapping from our names to those of the log, got {columns!r:.80}"
            )
        unknown = sorted(set(columns) - set(COLUMNS))
        if unknown:
            raise ValueError(f"columns must rename {', '.join(COLUMNS)}, got {unknown[0]!r}")
        names |= columns
    found = named_columns(source, names)
    if columns is not None and names["slate_id"] == "slate_id" and "slate_id" not in found:
        found["slate_id"] = np.arange(len(next(iter(found.values()), ())))
    return _log_of(found, names)


def as_log(source: object) -> SlateLog:
    """Return a log as it is, and read anything else."""
    return source if isinstance(source, SlateLog) else read_log(source)


def _log_of(columns: Columns, named: Mapping[str, str]) -> SlateLog:
    missing = [named[name] for name in REQUIRED if name not in columns]
    if missing:
        wanted = ", ".join(named[name] for name in REQUIRED)
        raise FormatError(f"the log lacks the column {missing[0]}; it must have {wanted}")
    shapes = {name: column.shape for name, column in columns.items()}
    count = len(columns["slate_id"]) if shapes["slate_id"] else 0
    wrong = next((name for name, shape in shapes.items() if shape != (count,)), None)
    if wrong is not None:
        raise FormatError(
            f"all columns must have a value for each of the {count} rows, but the column "
            f"{named[wrong]} has the shape {shapes[wrong]}"
        )
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
    if not is_known.any():
        raise FormatError("the log has no list whose rewards are all known")
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
