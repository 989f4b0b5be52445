"""Lists that were shown elsewhere, as a caller gives them."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from matroidlab.errors import ServingError

WEIGHTS = "weights"


class WeighedList(NamedTuple):
    """A list that was shown elsewhere: the segment's name, weights by key, maybe features."""

    segment: str | None
    weights: object
    features: object = None


def as_weighed_lists(rows: object) -> list[WeighedList]:
    """Return the lists of a log.

    A row is ``{"segment": ..., "weights": {key: weight}}``, a whole list, with ``features`` of the
    visitor where visitors have them; or one item of a list,
    with the columns ``slate_id``, ``action``, ``reward`` and maybe ``segment``: rows with the same
    ``slate_id`` are one list.
    """
    if isinstance(rows, Mapping | str) or not isinstance(rows, Iterable):
        raise ServingError(f"rows must be a sequence of rows, got {type(rows).__name__}")
    whole: list[WeighedList] = []
    slates: dict[tuple[str, str | None], dict[str, object]] = {}
    for row in rows:
        if not isinstance(row, Mapping):
            raise ServingError(f"a row must be a mapping, got {row!r:.200}")
        segment = row.get("segment")
        action = row.get("action", "")
        if not isinstance(segment, str | None) or not isinstance(action, str):
            raise ServingError(
                f"the segment and the action of a row must be text, got {row!r:.200}"
            )
        if WEIGHTS in row:
            whole.append(WeighedList(segment, row[WEIGHTS], row.get("features")))
        elif {"slate_id", "action", "reward"} <= row.keys():
            slate = slates.setdefault((repr(row["slate_id"]), segment), {})
            if action in slate:
                raise ServingError(f"{action!r:.80} is twice on the list {row['slate_id']!r:.80}")
            if row["reward"] is not None:
                slate[action] = row["reward"]
        else:
            raise ServingError(
                f"a row must have weights, or slate_id, action and reward, got {list(row)!r:.200}"
            )
    return whole + [WeighedList(segment, slate) for (_, segment), slate in slates.items()]
