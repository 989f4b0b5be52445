"""A list as whoever shows it sees it: keys, places, probabilities and reasons, made when they are asked for."""

import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from matroidlab.bandits import TimeUniform
from matroidlab.types import Elements
from matroidlab_serving.certificates import Bound, Certificate, Line, ends
from matroidlab_serving.rounds import Deal, Propensities
from matroidlab_serving.segment import confidence

if TYPE_CHECKING:
    from matroidlab_serving.catalogue import Catalogue
    from matroidlab_serving.settings import Settings


class Context:
    """What a catalogue was when a list was dealt: what keys, places and known means mean."""

    settings: "Settings"
    version: int
    keys: list[str]
    places: tuple[str, ...]
    baseline: Elements
    known_means: dict[int, float]
    labels: dict[str, str]
    confidence: TimeUniform

    def __init__(self, catalogue: "Catalogue", settings: "Settings") -> None:
        self.settings, self.version = settings, catalogue.version
        self.keys, self.places = catalogue.keys, catalogue.places
        self.baseline, self.known_means = catalogue.baseline, dict(catalogue.known_means)
        self.labels = catalogue.labels
        self.confidence = confidence(settings, catalogue)


class Shown:
    """A list to show.

    ``items`` are keys, in the places of the baseline, and ``slots`` what those places are called; ``token`` is what the
    answer is told under. ``note`` says what is unusual about it, if anything is.
    """

    token: str
    segment: str
    time: float
    note: str | None

    def __init__(
        self, token: str, segment: str, deal: Deal, context: Context, time: float, note: str | None = None
    ) -> None:
        self.token, self.segment, self.time, self.note = token, segment, time, note
        self._deal, self._context = deal, context
        keys = context.keys
        self.items: tuple[str, ...] = tuple([keys[item] for item in deal.items.tolist()])

    @cached_property
    def slots(self) -> tuple[str, ...]:
        """What the places of the items are called."""
        names = self._context.places
        return tuple(names[place] for place in self._deal.round.places.tolist())

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the items; of one without, its key."""
        return tuple(self._context.labels.get(item, item) for item in self.items)

    @cached_property
    def propensities(self) -> Propensities:
        """The probability with which this list was shown, and each item at its place, given all before."""
        return self._deal.propensities

    @cached_property
    def certificate(self) -> Certificate:
        """Why each item may be shown."""
        context, settings = self._context, self._context.settings
        return Certificate(
            token=self.token,
            segment=self.segment,
            lines=tuple(self._line(i) for i in range(len(self.items))),
            swap_size=settings.swap_size,
            delta=context.confidence.delta,
            items=int(context.confidence.items or 0),
            open_ended=context.confidence.open_ended,
            scale=(settings.scale.low, settings.scale.high),
            missing_baseline=self._missing(),
        ).sealed()

    def _missing(self) -> tuple[str, ...]:
        there = self._deal.round.covered
        return tuple(self._context.keys[item] for item in self._context.baseline.tolist() if item not in there)

    def _line(self, i: int) -> Line:
        """Item ``i`` against the baseline item of its place."""
        own, keys, known = self._deal.round, self._context.keys, self._context.known_means
        item, trusted, against = int(self._deal.items[i]), int(own.trusted[i]), int(own.covered[i])
        place, key = self.slots[i], keys[item]
        if against < 0:
            return Line(place, key, None, "uncovered")
        if item == against:
            return Line(place, key, key, "same")
        if item != trusted:
            return Line(place, key, keys[against], "tried")
        lower = self._bound(trusted, int(own.seen.counts[i]), float(own.seen.sums[i]), 0)
        if against in known:
            return Line(place, key, keys[against], "known", lower, known_mean=known[against])
        upper = self._bound(against, int(own.against.counts[i]), float(own.against.sums[i]), 1)
        return Line(place, key, keys[against], "better", lower, upper)

    def _bound(self, item: int, count: int, total: float, end: int) -> Bound:
        return Bound(item, count, total, ends(self._context.confidence, item, count, total)[end])

    def to_plain(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "token": self.token,
            "segment": self.segment,
            "time": self.time,
            "note": self.note,
            "items": list(self.items),
            "slots": list(self.slots),
            "labels": list(self.labels),
            "propensities": {"list": self.propensities.list, "items": list(self.propensities.items)},
            "certificate": self.certificate.to_plain(),
        }

    def to_json(self) -> str:
        """The same for machines."""
        return json.dumps(self.to_plain(), ensure_ascii=False)

    def rows(self, weights: Mapping[str, float], missing: float | None = None) -> list[dict[str, Any]]:
        """The list and its answer as rows of a log: the columns of Open Bandit Pipeline for slates."""
        places = self._deal.round.places.tolist()
        return slate_rows(
            self.token, places, self.items, self.propensities, [weights.get(i, missing) for i in self.items]
        )

    def __repr__(self) -> str:
        """The items and the token."""
        return f"Shown(token={self.token!r}, items={self.items!r:.200})"


def slate_rows(
    token: str, places: Iterable[int], items: Iterable[str], propensities: Propensities, rewards: Iterable[float | None]
) -> list[dict[str, Any]]:
    """A list as rows, an item each: the columns of Open Bandit Pipeline for slates."""
    return [
        {
            "slate_id": token,
            "position": place,
            "action": item,
            "reward": reward,
            "pscore": propensities.list,
            "pscore_item_position": probability,
        }
        for place, item, reward, probability in zip(places, items, rewards, propensities.items, strict=True)
    ]
