"""Requests with items of their own, planned by a front end from the last snapshot of a segment.

Lists that were dealt ahead are of no use to them. Bounds hold at all times together, so a list that
is allowed by the bounds of a snapshot may be shown, however old that is.
"""

import os
from collections import Counter
from collections.abc import Iterable
from threading import Lock
from time import monotonic
from typing import NamedTuple

import numpy as np

from matroidlab.errors import ServingError, UnknownNameError
from matroidlab.types import Elements
from matroidlab_serving.engine.rounds import DealtList, Propensities, Round
from matroidlab_serving.engine.segment import Segment
from matroidlab_serving.operation.directing import Directed, directed
from matroidlab_serving.operation.operated import note_of
from matroidlab_serving.operation.visitors import Visit
from matroidlab_serving.packing import unpacked
from matroidlab_serving.postgres.catalogue_view import CatalogueView
from matroidlab_serving.postgres.damage import damage_is_reported
from matroidlab_serving.postgres.dialogue import Dialogue, Row, Statement
from matroidlab_serving.postgres.directed_lists import DirectedList
from matroidlab_serving.postgres.known_service import KnownService, Ordered
from matroidlab_serving.postgres.statements import show, take
from matroidlab_serving.shown_list import Shown
from matroidlab_serving.state.segment_state import check_segment, segment_of
from matroidlab_serving.state.state_part import StatePart

SECONDS_BETWEEN_SNAPSHOTS = 5.0
"""How long a front end plans from the same snapshot."""
SNAPSHOT = "SELECT snapshot, snapshot_step FROM matroidlab.segments WHERE segment = %s"


class OwnRequest(NamedTuple):
    """A request with items of its own.

    Attributes
    ----------
    absent
        The items that are not available, or excluded.
    candidates
        The only items that may be shown; None for all.
    visit
        The group of the visitor.
    """

    absent: list[int]
    candidates: list[int] | None
    visit: Visit


class OwnDeal(NamedTuple):
    """A list that was planned for one request; its round is the list alone."""

    round: Round
    items: Elements
    propensities: Propensities


class SegmentCopy(NamedTuple):
    """A segment as it was in a snapshot, which was read at a time of `monotonic`."""

    segment: Segment
    step: int
    read_at: float


class OwnItemRequests:
    """Requests with items of their own as dialogues with the database.

    Parameters
    ----------
    known
        The service as the front end knows it.
    origins
        The lists that were shown, by kind, to count them.
    """

    def __init__(self, known: KnownService, origins: Counter[str]) -> None:
        self.known = known
        self.origins = origins
        self._process = os.getpid()
        self._copies: dict[int, SegmentCopy] = {}
        self._lock = Lock()
        """Held while a copy is used: threads plan one after the other."""

    def recommend(
        self,
        segment: str | None,
        unavailable: Iterable[str],
        candidates: Iterable[str] | None,
        visit: Visit,
        now: float | None,
    ) -> Dialogue[Shown]:
        """Return a list that explores the given items as far as the last snapshot knows them."""
        known = self.known
        while True:
            view = known.view
            ordered = known.ordered
            control = ordered.control
            try:
                index = view.reader.segment(segment)
                absent = view.reader.unavailable(unavailable)
                among = view.reader.candidates(candidates, absent)
            except (ServingError, UnknownNameError):
                rows = yield take(0, view.version, control, 0, None, now)
                if not known.has_changed(view, control, rows):
                    raise
                yield from known.followed(rows[0])
                continue
            copy = self._copy_at_hand(view, index)
            if copy is None:
                rows = yield Statement(SNAPSHOT, (index,))
                copy = self._read(view, index, rows)
            own = self._planned(view, ordered, copy, OwnRequest(absent, among, visit))
            rows = yield show(index, view.version, control, now, None, own)
            if known.has_changed(view, control, rows):
                yield from known.followed(rows[0])
                continue
            self.origins[own.shown.origin] += 1
            number, time = rows[0][2:]
            origin, deal = own.shown
            return view.shown(number, index, deal, time, own.note, origin=origin)

    def _planned(
        self, view: CatalogueView, ordered: Ordered, copy: SegmentCopy, request: OwnRequest
    ) -> DirectedList:
        """Plan a list, whose kind is drawn, with its probability."""
        chances = self.known.chances(ordered)
        visit = request.visit
        allowed = view.engine.allowed(request.absent, request.candidates)
        proposed = _proposed(view)
        with self._lock:
            origin, deal = directed(copy.segment, chances, visit.is_held_back, allowed, proposed)
        counted = None
        if "holdback" in chances and "baseline" not in chances:
            counted = Visit(origin == "holdback", visit.bucket)
        note = None if origin == "explored" else note_of(chances, origin)
        return DirectedList(Directed(origin, alone(deal)), False, counted, note)

    def _copy_at_hand(self, view: CatalogueView, index: int) -> SegmentCopy | None:
        """Return the copy of a segment, unless it is old, or of another version."""
        if self._process != os.getpid():  # a child would draw the same coins as its parent
            self._process = os.getpid()
            self._copies.clear()
            self._lock = Lock()
        found = self._copies.get(index)
        if found is None or found.segment.version != view.version:
            return None
        return found if monotonic() - found.read_at <= SECONDS_BETWEEN_SNAPSHOTS else None

    def _read(self, view: CatalogueView, index: int, rows: list[Row]) -> SegmentCopy:
        """Return a copy of a segment by its snapshot; a new segment has none."""
        snapshot, step = rows[0] if rows else (None, 0)
        last = self._copies.get(index)
        if last is not None and last.step == step and last.segment.version == view.version:
            made = last._replace(read_at=monotonic())
        else:
            made = SegmentCopy(_restored(view, index, snapshot), step, monotonic())
        self._copies[index] = made
        return made


def _restored(view: CatalogueView, index: int, snapshot: bytes | None) -> Segment:
    settings = view.engine.settings
    if snapshot is None:
        segment = Segment(index, view.catalogue, settings)
    else:
        where = f"the snapshot of segment {index}"
        with damage_is_reported(where):
            part = StatePart(*unpacked(bytes(snapshot), where))
            check_segment(part, view.catalogue, settings)
            segment = segment_of(index, part, view.catalogue, settings)
    # Front ends and the planner must not draw the same coins.
    segment.rng.bit_generator.state = np.random.default_rng().bit_generator.state
    return segment


def _proposed(view: CatalogueView) -> Elements | None:
    """Return the items of a list that is the proposal; a function is for planners alone."""
    settings = view.engine.settings
    if settings.proposal not in ("list", "function"):
        return None
    numbers = map(view.catalogue.number, settings.proposed)
    return np.array([item for item in numbers if item not in view.catalogue.retired], dtype=np.intp)


def alone(deal: DealtList) -> OwnDeal:
    """Return a list without the others of its round; its probability stays."""
    lists = deal.round.lists
    chosen = int((lists == deal.items).all(axis=1).argmax())
    return OwnDeal(deal.round.only(np.array([chosen])), deal.items, deal.propensities)
