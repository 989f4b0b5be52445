"""What a service is told, as plain data: answers to lists, and logs of lists that others have shown."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from matroidlab.errors import ServingError
from matroidlab_serving.scale import Scale

Answer = Mapping[str, float]
TOKEN, WEIGHTS, MISSING = "token", "weights", "missing"


class Told(NamedTuple):
    """The answer to one list: a weight for some of its items, and one for the others, if that is said."""

    token: object
    weights: Answer
    missing: float | None


def as_told(row: object, missing: float | None) -> Told:
    """Return an answer: a mapping with token and weights, or a tuple of them; each may have its own ``missing``.

    >>> as_told(("1.00", {"b-001": 1.0}), 0.0)
    Told(token='1.00', weights={'b-001': 1.0}, missing=0.0)
    """
    if isinstance(row, Mapping):
        if not {TOKEN, WEIGHTS} <= row.keys() <= {TOKEN, WEIGHTS, MISSING}:
            raise ServingError(f"an answer must have the keys token, weights and maybe missing, got {list(row)!r:.200}")
        return Told(row[TOKEN], row[WEIGHTS], row.get(MISSING, missing))
    if not isinstance(row, tuple | list) or len(row) not in (2, 3):
        raise ServingError(f"an answer must be (token, weights) or (token, weights, missing), got {row!r:.200}")
    return Told(row[0], row[1], row[2] if len(row) == 3 else missing)


def as_answers(rows: object, missing: float | None) -> list[Told]:
    """Return several answers."""
    if isinstance(rows, Mapping | str) or not isinstance(rows, Iterable):
        raise ServingError(f"rows must be a sequence of answers, got {type(rows).__name__}")
    return [as_told(row, missing) for row in rows]


def as_values(weights: object, items: Sequence[str], scale: Scale, missing: float | None) -> list[float | None]:
    """Return the weights of a list's items in [0, 1]: None for what is not told and not said to be missing."""
    if not isinstance(weights, Mapping):
        raise ServingError(f"weights must be a mapping from key to weight, got {type(weights).__name__}")
    told = {item: weights[item] for item in items if item in weights}
    if len(told) < len(weights):
        strange = next(key for key in weights if key not in told)
        raise ServingError(f"{strange!r:.80} is not on the list that this token was given for")
    if len(told) == len(items):
        return list(scale.all_inside(told))
    inside = dict(zip(told, scale.all_inside(told), strict=True))
    return [inside.get(item, missing) for item in items]


class Logged(NamedTuple):
    """A list that others have shown: the segment's name, keys and weights."""

    segment: str | None
    weights: Mapping[str, Any]


def as_logged(rows: Iterable[object]) -> list[Logged]:
    """Return the lists of a log.

    A row is ``{"segment": ..., "weights": {key: weight}}``, a whole list; or one item of a list, with the columns
    ``slate_id``, ``action``, ``reward`` and maybe ``segment``: rows with the same ``slate_id`` are one list.
    """
    if isinstance(rows, Mapping | str) or not isinstance(rows, Iterable):
        raise ServingError(f"rows must be a sequence of rows, got {type(rows).__name__}")
    whole: list[Logged] = []
    slates: dict[tuple[str, str | None], dict[str, Any]] = {}
    for row in rows:
        if not isinstance(row, Mapping):
            raise ServingError(f"a row must be a mapping, got {row!r:.200}")
        if not isinstance(row.get("segment"), str | None) or not isinstance(row.get("action", ""), str):
            raise ServingError(f"the segment and the action of a row must be text, got {row!r:.200}")
        if WEIGHTS in row:
            whole.append(Logged(row.get("segment"), row[WEIGHTS]))
        elif {"slate_id", "action", "reward"} <= row.keys():
            slate = slates.setdefault((repr(row["slate_id"]), row.get("segment")), {})
            if row["action"] in slate:
                raise ServingError(f"{row['action']!r:.80} is twice on the list {row['slate_id']!r:.80}")
            if row["reward"] is not None:
                slate[row["action"]] = row["reward"]
        else:
            raise ServingError(f"a row must have weights, or slate_id, action and reward, got {list(row)!r:.200}")
    return whole + [Logged(segment, weights) for (_, segment), weights in slates.items()]
