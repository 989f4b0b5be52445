"""Lists that were dealt ahead, and must not be shown any more."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor


def withdraw_with(cursor: "Cursor", item: int) -> None:
    """Withdraw the lists with an item that were dealt and not shown.

    The others of a round could be shown instead, so their probabilities follow. Lists that were not
    dealt in a shuffled order are all withdrawn, because theirs are not made of what is left. So are
    lists that are leased, because their front ends may show them with the probabilities of before.
    """
    cursor.execute(
        "WITH gone AS (UPDATE matroidlab.lists SET withdrawn = true WHERE shown_at IS NULL "
        "AND NOT withdrawn AND (others IS NULL OR leased_until IS NOT NULL OR %s = ANY(items)) "
        "RETURNING round, chosen, items), "
        "of_round AS (SELECT round, array_agg(chosen) AS chosen FROM gone WHERE %s = ANY(items) "
        "GROUP BY round) "
        "UPDATE matroidlab.lists SET others = ARRAY(SELECT other FROM unnest(others) "
        "WITH ORDINALITY AS left_over (other, place) WHERE other <> ALL(of_round.chosen) "
        "ORDER BY place) FROM of_round WHERE lists.round = of_round.round AND shown_at IS NULL "
        "AND NOT withdrawn AND others IS NOT NULL AND leased_until IS NULL "
        "AND NOT %s = ANY(items)",
        (item, item, item),
    )


def withdraw(cursor: "Cursor") -> None:
    """Withdraw the lists that were dealt and not shown."""
    cursor.execute(
        "UPDATE matroidlab.lists SET withdrawn = true WHERE shown_at IS NULL AND NOT withdrawn"
    )
