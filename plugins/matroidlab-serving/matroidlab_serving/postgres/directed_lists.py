"""Lists of requests that do not simply explore: ordered by an operator, or held back."""

from collections.abc import Callable, Mapping
from random import SystemRandom
from typing import TYPE_CHECKING, NamedTuple

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
from matroidlab_serving.postgres import list_table
from matroidlab_serving.postgres.catalogue_view import CatalogueView
from matroidlab_serving.postgres.list_table import TakenList
from matroidlab_serving.postgres.notes import ABSENT, AWAY
from matroidlab_serving.postgres.published import Published
from matroidlab_serving.postgres.stored_rows import checked_deal
from matroidlab_serving.shown_list import Shown

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor

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


def directed_list(
    cursor: "Cursor",
    view: CatalogueView,
    request: ListRequest,
    chances: Mapping[Origin, float],
    trusted: Round,
    round_at: Callable[[int], Round],
) -> Shown:
    """Show a list whose kind is drawn, and write it with its probability.

    The next list that was dealt ahead is only taken if the request explores; its probability
    counts in any case.
    """
    origin = drawn_origin(chances, request.visit.is_held_back, _coin)
    ahead = None
    if "explored" in chances and not request.absent:
        ahead = list_table.next_ahead(cursor, request.segment, view.version, request.time)
        if ahead is not None and ahead.draft is not None:
            ahead = None  # a comparison of rankers has just begun or ended
    explored = _explored(ahead, round_at, trusted)
    rounds: dict[Origin, tuple[Round, tuple[int, ...] | None]] = {
        "explored": explored,
        "trusted": (trusted, None),
    }
    baseline = baseline_round(view, request.absent)
    alternatives = tuple(
        Alternative(chance, *rounds.get(each, (baseline, None))) for each, chance in chances.items()
    )
    own = rounds.get(origin, (baseline, None))[0]
    chosen = ahead.chosen if origin == "explored" and ahead is not None else 0
    note = note_of(chances, origin)
    if origin == "explored" and ahead is None:
        note = ABSENT if request.absent else AWAY
    deal = MixedDeal(own, chosen, alternatives)
    visit = None
    if "holdback" in chances and "baseline" not in chances:
        visit = Visit(origin == "holdback", request.visit.bucket)
    shown_as = Directed("trusted" if note in (ABSENT, AWAY) else origin, deal)
    if origin == "explored" and ahead is not None:
        list_table.show_ahead(cursor, ahead, shown_as, visit)
        number, time = ahead.number, ahead.shown_at
    else:
        number, time = list_table.show(
            cursor, request.segment, shown_as, view.version, request.time, visit
        )
    return view.shown(number, request.segment, deal, time, note, origin=shown_as.origin)


def _explored(
    ahead: TakenList | None, round_at: Callable[[int], Round], trusted: Round
) -> tuple[Round, tuple[int, ...] | None]:
    """Return the lists that exploring could show; the trusted list if none is dealt ahead."""
    if ahead is None:
        return trusted, None
    left = None if ahead.others is None else tuple(ahead.others)
    round_ = round_at(ahead.round)
    checked_deal(round_, ahead.chosen, left, ahead.number)
    return round_, left
