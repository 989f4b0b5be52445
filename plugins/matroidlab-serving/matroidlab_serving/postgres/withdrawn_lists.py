"""Lists that were dealt ahead, and must not be shown any more."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor


def withdraw_with(cursor: "Cursor", item: int) -> None:
    """Withdraw the lists with an item that were dealt and not shown.

    The others of a round could be shown instead, so their probabilities follow. Lists that were not
    dealt in a shuffled order are all withdrawn, because theirs are not made of what is left.
    """
    cursor.execute(
        "WITH gone AS (UPDATE matroidlab.lists SET withdrawn = true WHERE shown_at IS NULL "
        "AND NOT withdrawn AND (others IS NULL OR %s = ANY(items)) RETURNING round, chosen), "
        "of_round AS (SELECT round, array_agg(chosen) AS chosen FROM gone GROUP BY round) "
        "UPDATE matroidlab.lists SET others = ARRAY(SELECT other FROM unnest(others) "
        "WITH ORDINALITY AS left_over (other, place) WHERE other <> ALL(of_round.chosen) "
        "ORDER BY place) FROM of_round WHERE lists.round = of_round.round AND shown_at IS NULL "
        "AND NOT withdrawn AND others IS NOT NULL AND NOT %s = ANY(items)",
        (item, item),
    )


def withdraw(cursor: "Cursor") -> None:
    """Withdraw the lists that were dealt and not shown."""
    cursor.execute(
        "UPDATE matroidlab.lists SET withdrawn = true WHERE shown_at IS NULL AND NOT withdrawn"
    )
