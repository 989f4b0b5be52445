"""Lists of requests that do not simply explore: ordered by an operator, or held back."""

from collections.abc import Mapping
from random import SystemRandom
from typing import NamedTuple

from matroidlab_serving.engine.rounds import Round
from matroidlab_serving.operation.directing import (
    Alternative,
    Directed,
    MixedDeal,
    Origin,
    drawn_origin,
)
from matroidlab_serving.operation.operated import note_of
from matroidlab_serving.operation.visitors import Visit
from matroidlab_serving.postgres.catalogue_view import CatalogueView
from matroidlab_serving.postgres.list_table import TakenList
from matroidlab_serving.postgres.notes import ABSENT, AWAY
from matroidlab_serving.postgres.published import Published
from matroidlab_serving.postgres.stored_rows import checked_deal

_coin = SystemRandom().random  # front ends are forked, and must not draw the same coins


class ListRequest(NamedTuple):
    """One request for a list."""

    segment: int
    absent: list[int]
    visit: Visit
    time: float | None


def baseline_round(view: CatalogueView, absent: list[int]) -> Round:
    """Return the baseline, with other items for those that are not available."""
    return Published.nothing(view.catalogue).trusted(view.catalogue, view.engine.allowed(absent))


class DirectedList(NamedTuple):
    """A list whose kind was drawn.

    Attributes
    ----------
    shown
        The list, and its kind.
    is_ahead
        Whether it is the list that was dealt ahead.
    visit
        The group of a comparison that it counts for, if it does.
    note
        A remark if it is unusual.
    """

    shown: Directed
    is_ahead: bool
    visit: Visit | None
    note: str | None


def directed_list(
    view: CatalogueView,
    request: ListRequest,
    chances: Mapping[Origin, float],
    trusted: Round,
    ahead: TakenList | None,
    ahead_round: Round | None,
) -> DirectedList:
    """Return a list whose kind is drawn, with its probability over all kinds.

    The next list that was dealt ahead is only used if the request explores; its probability
    counts in any case.
    """
    origin = drawn_origin(chances, request.visit.is_held_back, _coin)
    explored = _explored(ahead, ahead_round, trusted)
    rounds: dict[Origin, tuple[Round, tuple[int, ...] | None]] = {
        "explored": explored,
        "trusted": (trusted, None),
    }
    baseline = baseline_round(view, request.absent)
    alternatives = tuple(
        Alternative(chance, *rounds.get(each, (baseline, None))) for each, chance in chances.items()
    )
    is_ahead = origin == "explored" and ahead is not None
    own = rounds.get(origin, (baseline, None))[0]
    chosen = ahead.chosen if is_ahead and ahead is not None else 0
    note = note_of(chances, origin)
    if origin == "explored" and ahead is None:
        note = ABSENT if request.absent else AWAY
    deal = MixedDeal(own, chosen, alternatives)
    visit = None
    if "holdback" in chances and "baseline" not in chances:
        visit = Visit(origin == "holdback", request.visit.bucket)
    shown_as = Directed("trusted" if note in (ABSENT, AWAY) else origin, deal)
    return DirectedList(shown_as, is_ahead, visit, note)


def _explored(
    ahead: TakenList | None, ahead_round: Round | None, trusted: Round
) -> tuple[Round, tuple[int, ...] | None]:
    """Return the lists that exploring could show; the trusted list if none is dealt ahead."""
    if ahead is None or ahead_round is None:
        return trusted, None
    left = None if ahead.others is None else tuple(ahead.others)
    checked_deal(ahead_round, ahead.chosen, left, ahead.number)
    return ahead_round, left
