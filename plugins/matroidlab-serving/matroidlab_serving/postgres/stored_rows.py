"""Answers and rounds as rows hold them; what another program has changed is refused."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from matroidlab_serving.engine.answers import filled
from matroidlab_serving.engine.list_answer import Values
from matroidlab_serving.engine.revision import Revision
from matroidlab_serving.engine.rounds import Deal, Round
from matroidlab_serving.engine.settings import Settings
from matroidlab_serving.postgres.damage import damage_is_reported
from matroidlab_serving.state.segment_state import read_round
from matroidlab_serving.state.state_part import refuse


class StoredAnswer(NamedTuple):
    """The answers to a list so far: a weight for each item, and the weight of those without one."""

    values: Values
    missing: float | None
    watched: Values | None = None
    """The weights that guardrails watch."""

    def to_part(self, items: Sequence[int]) -> str:
        """Return the answer as one part, by the numbers of the items of its list."""
        return json.dumps({"items": list(items), **self._asdict()})

    @classmethod
    def of_parts(
        cls, parts: Sequence[str] | None, items: Sequence[int], revision: Revision
    ) -> "StoredAnswer | None":
        """Return the answer to a list of these items; None if there are no parts."""
        found: StoredAnswer | None = None
        for text in parts or ():
            plain = json.loads(text)
            missing = plain.get("missing")
            watched = plain.get("watched")
            for weight in (*plain["values"], missing, *(watched or ())):
                is_number = isinstance(weight, int | float) and 0 <= weight <= 1
                is_weight = weight is None or is_number
                refuse(not is_weight, f"{weight!r:.80} is not a weight in [0, 1]")
            weights = dict(zip(plain["items"], plain["values"], strict=True))
            refuse(not weights.keys() <= set(items), "an answer has items that its list has not")
            values = [weights.get(item) for item in items]
            found = revised(found, values, missing, watched, revision)
        return found


def revised(
    before: StoredAnswer | None,
    values: Values,
    missing: float | None,
    watched: Values | None,
    revision: Revision,
) -> StoredAnswer:
    """Return the answer after a further part; the same object if that says nothing new.

    Parameters
    ----------
    before
        The answer so far, if there is one.
    values
        The weights of the items of the list that are reported now.
    missing
        The weight of the others, if it is given.
    watched
        The weights that guardrails watch, if they are reported.
    revision
        The rule for weights that were reported before.
    """
    if before is None:
        return StoredAnswer(list(values), missing, watched)
    reported = revision.weights(before.values, values)
    both = revision.watched(before.watched, watched)
    if reported == before.values and both == before.watched:
        return before
    return StoredAnswer(reported, before.missing if missing is None else missing, both)


def learnt_values(
    answer: StoredAnswer | None, count: int, settings: Settings
) -> list[float | None]:
    """Return the weights that are learnt of a list of ``count`` items."""
    values = None if answer is None else answer.values
    refuse(
        values is not None and len(values) != count, "an answer has another length than its list"
    )
    missing = None if answer is None else answer.missing
    if settings.window is not None and missing is None:
        missing = settings.missing
    return filled(values, count, missing)


def stored_round(content: str, items: int) -> Round:
    """Return a round; all its items must be among the first ``items``."""
    found = read_round(json.loads(content))
    shapes = {column.shape for column in (found.covered, found.places)}
    is_aligned = found.lists.ndim == 2 and shapes == {found.lists.shape[1:]}
    refuse(not is_aligned, "it has arrays of inconsistent shape")
    least = min(found.lists.min(), found.places.min(), found.covered.min() + 1)
    most = max(found.lists.max(), found.covered.max())
    refuse(least < 0 or most >= items, "it has items that do not exist")
    return found


def checked_deal(round_: Round, chosen: int, left: tuple[int, ...] | None, number: int) -> Deal:
    """Return a list of a round; refused if the round has no such list."""
    with damage_is_reported(f"list {number}"):
        among = {chosen, *(left or ())}
        refuse(not among <= set(range(len(round_.lists))), "its round has no such list")
        refuse(left is not None and chosen not in left, "it was not among those left")
        return Deal(round_, chosen, left)
