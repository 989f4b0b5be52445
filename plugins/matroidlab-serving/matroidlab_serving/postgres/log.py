"""The lists in PostgreSQL as a log, with the rows of `matroidlab_serving.sqlite.log`."""

import json
from typing import TYPE_CHECKING, NamedTuple

from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.revision import Revision
from matroidlab_serving.engine.rounds import Deal, Propensities
from matroidlab_serving.operation.directing import Origin
from matroidlab_serving.postgres.comparisons import StoredDraft, latest
from matroidlab_serving.postgres.damage import damage_is_reported
from matroidlab_serving.postgres.stored_rows import StoredAnswer, learnt_values
from matroidlab_serving.slate_rows import LogRow, Reward, rewards_of, slate_rows
from matroidlab_serving.state.segment_state import read_round

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor


LISTS_A_PAGE = 1_000
"""How many lists of the log are read at once."""


class LoggedRow(NamedTuple):
    """A list that was shown, with its round, and the rankers that drafted it, if any did."""

    number: int
    segment: int
    deal: Deal
    draft: StoredDraft | None
    shown_at: float
    answer: StoredAnswer | None
    is_learnt: bool
    origin: Origin
    propensities: Propensities


class ShownLists(NamedTuple):
    """Lists that were shown, and whether rankers were ever compared."""

    rows: list[LoggedRow]
    has_teams: bool


TO_EXPORT = "AND NOT exported AND (learnt IS NOT NULL OR expired) "
"""Of lists that are finished and were not exported yet."""


def shown_after(
    cursor: "Cursor", last: int, revision: Revision, *, to_export: bool = False
) -> ShownLists:
    """Return the next lists after a number that were shown and planned here, in order."""
    cursor.execute(
        "SELECT number, lists.segment, chosen, others, shown_at, answers, "  # noqa: S608
        "learnt IS NOT NULL, "
        "content, draft, coalesce(origin, 'explored'), propensities "
        "FROM matroidlab.lists JOIN matroidlab.rounds USING (round) "
        f"WHERE shown_at IS NOT NULL AND number > %s {TO_EXPORT if to_export else ''}"
        "ORDER BY number LIMIT %s",
        (last, LISTS_A_PAGE),
    )
    rows = []
    for number, segment, chosen, others, shown_at, answers, *more in cursor.fetchall():
        is_learnt, content, drafted, origin, written = more
        left = None if others is None else tuple(others)
        with damage_is_reported(f"list {number}"):
            own = Deal(read_round(json.loads(content)), chosen, left)
            stored = StoredAnswer.of_parts(answers, own.items.tolist(), revision)
            draft = StoredDraft.from_text(drafted, len(own.items))
            chances = own.propensities if draft is None else draft.propensities
            if written is not None:
                chances = Propensities(*json.loads(written))
        rows.append(
            LoggedRow(number, segment, own, draft, shown_at, stored, is_learnt, origin, chances)
        )
    return ShownLists(rows, latest(cursor) is not None)


def log_rows(shown: ShownLists, engine: Engine) -> list[LogRow]:
    """Return the lists item by item, with the weights that were learnt.

    If rankers were ever compared, there is a column for them.
    """
    rows = []
    for found in shown.rows:
        of_list = _list_rows(found, engine)
        if shown.has_teams:
            teams = [None] * len(of_list) if found.draft is None else found.draft.teams
            pairs = zip(of_list, teams, strict=True)
            of_list = [row | {"team": team} for row, team in pairs]
        rows += of_list
    return rows


def _list_rows(found: LoggedRow, engine: Engine) -> list[LogRow]:
    settings = engine.settings
    items = found.deal.items.tolist()
    rewards = [Reward(None, "not learnt")] * len(items)
    if found.is_learnt:
        reported = [None] * len(items) if found.answer is None else found.answer.values
        values = learnt_values(found.answer, len(items), settings)
        rewards = rewards_of(reported, values, settings.scale)
    rows = slate_rows(
        engine.tokens.of(found.number),
        found.deal.round.places.tolist(),
        [engine.catalogue.keys[item] for item in items],
        found.propensities,
        rewards,
    )
    about = {
        "segment": settings.segments[found.segment],
        "time": found.shown_at,
        "origin": found.origin,
    }
    return [row | about for row in rows]
