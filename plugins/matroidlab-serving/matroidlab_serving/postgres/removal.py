"""The rows that planners remove: old lists that were exported, and rows that only these needed.

Without them, the table of lists never stops growing. What was learnt is in the snapshots of
segments, and stays; so do the tallies of all lists.
"""

from typing import TYPE_CHECKING

from matroidlab_serving.engine.settings import Settings
from matroidlab_serving.postgres.list_table import NOW, tally
from matroidlab_serving.postgres.store import Store, changes_of

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor

MOST_AT_ONCE = 1_000
"""How many rows of each table are removed in one transaction, at most."""
OLD = f"""DELETE FROM matroidlab.lists WHERE number = ANY (ARRAY(
    SELECT number FROM matroidlab.lists WHERE exported AND (learnt IS NOT NULL OR expired)
    AND shown_at < {NOW} - %s ORDER BY shown_at LIMIT {MOST_AT_ONCE} FOR UPDATE SKIP LOCKED))
    RETURNING number, round"""  # noqa: S608
# No visitor has seen these; a front end that leases one may show it until its lease is long over.
WITHDRAWN = f"""DELETE FROM matroidlab.lists WHERE number = ANY (ARRAY(
    SELECT number FROM matroidlab.lists WHERE withdrawn AND shown_at IS NULL AND answers IS NULL
    AND (leased_until IS NULL OR leased_until < {NOW} - %s)
    LIMIT {MOST_AT_ONCE} FOR UPDATE SKIP LOCKED)) RETURNING number, round"""  # noqa: S608
UNANSWERED = f"""UPDATE matroidlab.lists SET expired = true WHERE number = ANY (ARRAY(
    SELECT number FROM matroidlab.lists WHERE shown_at < {NOW} - %s AND answers IS NULL
    AND learnt IS NULL AND NOT expired AND shown_at IS NOT NULL
    ORDER BY number LIMIT {MOST_AT_ONCE} FOR UPDATE SKIP LOCKED))"""  # noqa: S608
FEWER_LISTS = """UPDATE matroidlab.rounds SET lists = lists - gone.count
    FROM (SELECT round, count(*) FROM unnest(%s::bigint[]) AS one (round) GROUP BY round) AS gone
    WHERE rounds.round = gone.round"""
WITHOUT_LISTS = "DELETE FROM matroidlab.rounds WHERE round = ANY (%s) AND lists <= 0"
# Steps up to a snapshot are not done again.
STEPS = f"""DELETE FROM matroidlab.steps WHERE (segment, number) IN (
    SELECT steps.segment, steps.number FROM matroidlab.steps JOIN matroidlab.segments
    USING (segment) WHERE steps.number <= snapshot_step LIMIT {MOST_AT_ONCE})"""  # noqa: S608


class Removal:
    """Removes some of what is old, if the service keeps lists for a time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._settings: Settings = store.settings
        self._version = 0

    def remove(self, cursor: "Cursor", now: float | None) -> None:
        """Remove some rows, in the transaction that is open."""
        version = changes_of(cursor)
        if version != self._version:
            catalogue = self._store.catalogue(cursor, version)
            self._settings = catalogue.changed.of(self._store.settings)
            self._version = version
        retain = self._settings.retain
        if retain is None:
            return
        cursor.execute(STEPS)
        if self._settings.window is None:
            cursor.execute(UNANSWERED, (now, retain))
            if cursor.rowcount:
                tally(cursor, expired=cursor.rowcount)
        cursor.execute(OLD, (now, retain))
        shown = cursor.fetchall()
        cursor.execute(WITHDRAWN, (now, retain))
        rounds = [number for _, number in shown + cursor.fetchall() if number is not None]
        if rounds:
            cursor.execute(FEWER_LISTS, (rounds,))
            cursor.execute(WITHOUT_LISTS, (rounds,))
        if shown:
            last = max(number for number, _ in shown)
            cursor.execute("UPDATE matroidlab.service SET removed = greatest(removed, %s)", (last,))
