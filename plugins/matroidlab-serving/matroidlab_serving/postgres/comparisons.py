"""The comparison of rankers in the database: which is on, what was drafted, and who has credit."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from matroidlab.types import Elements
from matroidlab_serving.engine.list_answer import Values
from matroidlab_serving.engine.rounds import Deal, Propensities, Round
from matroidlab_serving.postgres import list_table
from matroidlab_serving.postgres.damage import damage_is_reported
from matroidlab_serving.postgres.list_table import TakenList
from matroidlab_serving.postgres.store import changes_of
from matroidlab_serving.postgres.stored_rows import checked_deal
from matroidlab_serving.postgres.withdrawn_lists import withdraw
from matroidlab_serving.state.state_part import refuse

if TYPE_CHECKING:
    from matroidlab_evaluation import Comparison
    from matroidlab_serving.postgres.connection import Cursor

RankedKeys = dict[str, list[str] | None]
"""The keys of each ranker, best first; None for a function, which planners are given."""


class StoredComparison(NamedTuple):
    """A comparison of rankers, and whether lists are drafted for it now."""

    number: int
    rankers: RankedKeys
    is_on: bool

    @property
    def names(self) -> list[str]:
        """The names of the rankers, in their order."""
        return list(self.rankers)


class StoredDraft(NamedTuple):
    """The rankers and probabilities of a list that was drafted, as they are kept beside it."""

    comparison: int
    teams: list[str | None]
    propensities: Propensities

    def to_text(self) -> str:
        """Return the draft as JSON."""
        return json.dumps(self)

    @classmethod
    def from_text(cls, text: str | None, count: int) -> "StoredDraft | None":
        """Return what `to_text` has written about a list of ``count`` items; None if nothing."""
        if text is None:
            return None
        comparison, teams, (of_list, of_items, of_prefixes) = json.loads(text)
        is_aligned = len(teams) == len(of_items) == len(of_prefixes) == count
        refuse(not is_aligned, "its draft has another length than the list")
        chances = [of_list, *of_items, *of_prefixes]
        refuse(not all(0 < one <= 1 for one in chances), "its draft has no probabilities")
        return cls(comparison, teams, Propensities(of_list, tuple(of_items), tuple(of_prefixes)))

    def credit(self, names: list[str], values: Values) -> list[float]:
        """Return the credit of each ranker for the weights of the list."""
        credit = [0.0] * len(names)
        for team, value in zip(self.teams, values, strict=True):
            if team is not None and value is not None:
                credit[names.index(team)] += value
        return credit


class DraftedDeal(NamedTuple):
    """A list that was drafted, with the probabilities that were written beside it."""

    round: Round
    chosen: int
    propensities: Propensities

    @property
    def items(self) -> Elements:
        """The items, in the places of the baseline."""
        items: Elements = self.round.lists[self.chosen]
        return items


def dealt_list(
    round_: Round, taken: TakenList
) -> tuple[Deal | DraftedDeal, tuple[str | None, ...] | None]:
    """Return a list that was taken, with its probabilities, and its rankers if they drafted it."""
    left = None if taken.others is None else tuple(taken.others)
    deal = checked_deal(round_, taken.chosen, left, taken.number)
    with damage_is_reported(f"list {taken.number}"):
        draft = StoredDraft.from_text(taken.draft, len(deal.items))
    if draft is None:
        return deal, None
    return DraftedDeal(round_, taken.chosen, draft.propensities), tuple(draft.teams)


def latest(cursor: "Cursor") -> StoredComparison | None:
    """Return the comparison that began last; None if there was none."""
    cursor.execute(
        "SELECT number, rankers, is_on FROM matroidlab.comparisons ORDER BY number DESC LIMIT 1"
    )
    row = cursor.fetchone()
    return None if row is None else StoredComparison(row[0], json.loads(row[1]), row[2])


def begin(cursor: "Cursor", rankers: RankedKeys) -> None:
    """Draft lists by these rankers from now on; of the same names, the comparison continues."""
    changes_of(cursor, "update")  # waits for planners that are dealing
    last = latest(cursor)
    text = json.dumps(rankers)
    if last is None or last.names != list(rankers):
        cursor.execute("UPDATE matroidlab.comparisons SET is_on = false")
        cursor.execute(
            "INSERT INTO matroidlab.comparisons (rankers, is_on) VALUES (%s, true)", (text,)
        )
    elif not last.is_on or last.rankers != rankers:
        cursor.execute(
            "UPDATE matroidlab.comparisons SET rankers = %s, is_on = true WHERE number = %s",
            (text, last.number),
        )
    else:
        return
    withdraw(cursor)


def end(cursor: "Cursor") -> None:
    """Draft no more lists; the answers to those that were shown still count."""
    changes_of(cursor, "update")
    cursor.execute("UPDATE matroidlab.comparisons SET is_on = false")
    withdraw(cursor)


def add_credit(
    cursor: "Cursor", segment: int, learnt: Iterable[tuple[StoredDraft, Values]]
) -> None:
    """Count the lists that a planner has learnt of its segment, whose row it has locked."""
    found: dict[int, list[tuple[StoredDraft, Values]]] = {}
    for draft, values in learnt:
        if any(value is not None for value in values):
            found.setdefault(draft.comparison, []).append((draft, values))
    for number, lists in found.items():
        comparison = _counted(cursor, segment, number)
        names = list(comparison.rankers)
        comparison.learn([draft.credit(names, values) for draft, values in lists])
        cursor.execute(
            "INSERT INTO matroidlab.credits VALUES (%s, %s, %s) ON CONFLICT (comparison, segment) "
            "DO UPDATE SET content = excluded.content",
            (number, segment, json.dumps(comparison.to_plain())),
        )


def _counted(cursor: "Cursor", segment: int, number: int) -> "Comparison":
    from matroidlab_evaluation import Comparison  # noqa: PLC0415 - another distribution

    cursor.execute(
        "SELECT content FROM matroidlab.credits WHERE comparison = %s AND segment = %s",
        (number, segment),
    )
    row = cursor.fetchone()
    if row is not None:
        return Comparison.from_plain(json.loads(row[0]))
    cursor.execute("SELECT rankers FROM matroidlab.comparisons WHERE number = %s", (number,))
    return Comparison(list(json.loads(list_table.row_of(cursor)[0])))


def comparison_of(cursor: "Cursor", found: StoredComparison, delta: float) -> "Comparison":
    """Return what is known about the rankers, from all segments."""
    from matroidlab_evaluation import Comparison  # noqa: PLC0415 - another distribution

    cursor.execute("SELECT content FROM matroidlab.credits WHERE comparison = %s", (found.number,))
    total = Comparison(found.names, delta=delta)
    for (content,) in cursor.fetchall():
        total.include(Comparison.from_plain(json.loads(content)))
    return total
