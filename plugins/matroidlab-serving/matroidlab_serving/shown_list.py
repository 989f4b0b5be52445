"""A list as the caller shows it: keys, places, propensities and the certificate."""

import json
from collections.abc import Mapping
from functools import cached_property

from matroidlab.types import Elements
from matroidlab_serving.certificate_lines import ItemBound, Line, Preference, Reason
from matroidlab_serving.certificates import Certificate, Plain, ends
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.linear_evidence import LinearEvidence
from matroidlab_serving.engine.preferences import pairs_of
from matroidlab_serving.engine.rounds import DealtList, Propensities
from matroidlab_serving.engine.segment_policy import confidence
from matroidlab_serving.engine.settings import Settings
from matroidlab_serving.linear_certificates import (
    ROUNDING,
    LinearAssumption,
    linear_bound,
)
from matroidlab_serving.operation.directing import Origin
from matroidlab_serving.slate_rows import LogRow, Reward, slate_rows


class ShownContext:
    """The catalogue at the time a list was dealt: its keys, places and known means."""

    def __init__(self, catalogue: ItemCatalogue, settings: Settings) -> None:
        self.settings: Settings = settings
        self.version: int = catalogue.version
        self.keys: list[str] = catalogue.keys
        self.places: tuple[str, ...] = catalogue.places
        self.baseline: Elements = catalogue.baseline
        self.known_means: dict[int, float] = dict(catalogue.known_means)
        self.labels: dict[str, str] = catalogue.labels
        self.confidence = confidence(settings, catalogue)
        self.pairs: int = pairs_of(catalogue) if settings.certificates == "pairs" else 0
        """The number of pairs that share delta, if certificates are by pairs."""


class Shown:
    """A list to show.

    ``items`` are keys, in the places of the baseline, and ``slots`` the names of those places. The
    answer to the list is reported under its ``token``. ``note`` says what is unusual about the
    list, if anything is. ``origin`` is "explored" for a list of the policy, "trusted" or
    "baseline" for one that an operator has ordered, and "holdback" for the baseline that a share of
    the visitors gets. ``teams`` are the names of the rankers that picked the items (None for an
    item of the service), if rankers are compared.

    Parameters
    ----------
    token
        Under which the answer to the list is reported.
    segment
        The kind of visitor it was dealt for.
    deal
        The list as the policy dealt it, with its probabilities.
    context
        The catalogue at that time.
    time
        When it was shown, in seconds.
    note
        A remark if the list is unusual, otherwise None.
    teams
        The ranker that picked each item, if rankers are compared.
    origin
        Why this list was shown: "explored", "trusted", "baseline" or "holdback".
    """

    token: str
    segment: str
    time: float
    note: str | None
    origin: Origin
    teams: tuple[str | None, ...] | None

    def __init__(
        self,
        token: str,
        segment: str,
        deal: DealtList,
        context: ShownContext,
        time: float,
        note: str | None = None,
        teams: tuple[str | None, ...] | None = None,
        origin: Origin = "explored",
    ) -> None:
        self.token = token
        self.segment = segment
        self.time = time
        self.note = note
        self.teams = teams
        self.origin = origin
        self._deal = deal
        self._context = context
        keys = context.keys
        self.items: tuple[str, ...] = tuple([keys[item] for item in deal.items.tolist()])

    @cached_property
    def slots(self) -> tuple[str, ...]:
        """The names of the places of the items."""
        names = self._context.places
        return tuple(names[place] for place in self._deal.round.places.tolist())

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the items; an item without a label has its key."""
        return tuple(self._context.labels.get(item, item) for item in self.items)

    @cached_property
    def propensities(self) -> Propensities:
        """The probability of this list, and of each item at its place, given everything before."""
        return self._deal.propensities

    @cached_property
    def certificate(self) -> Certificate:
        """The proof that each item may be shown."""
        context = self._context
        settings = context.settings
        return Certificate(
            token=self.token,
            segment=self.segment,
            lines=tuple(self._line(i) for i in range(len(self.items))),
            swap_size=settings.swap_size,
            delta=settings.share,
            promise=settings.promise,
            items=int(context.confidence.items or 0),
            open_ended=context.confidence.open_ended and settings.features is None,
            with_half_of_delta=context.confidence.baseline,
            scale=(settings.scale.low, settings.scale.high),
            missing_baseline=self._missing(),
            pairs=context.pairs,
            certificates_expire=settings.certificates_expire,
            linear=self._assumption(),
        ).sealed()

    def _assumption(self) -> LinearAssumption | None:
        """The visitor of the list, and what is assumed, if visitors have features."""
        linear = self._deal.round.linear
        settings = self._context.settings.features
        if linear is None or settings is None:
            return None
        return LinearAssumption(linear.visitor.features, settings.norm)

    def _missing(self) -> tuple[str, ...]:
        covered = self._deal.round.covered
        keys = self._context.keys
        linear = self._deal.round.linear
        baseline = self._context.baseline.tolist() if linear is None else linear.visitor.baseline
        return tuple(keys[item] for item in baseline if item not in covered)

    def _line(self, i: int) -> Line:
        """Return the line of item ``i`` and the baseline item of its place."""
        context = self._context
        keys = context.keys
        item = int(self._deal.items[i])
        covered = int(self._deal.round.covered[i])
        place = self.slots[i]
        key = keys[item]
        if covered < 0:
            return Line(place, key, None, "uncovered")
        if item == covered:
            return Line(place, key, key, "same")
        if self._deal.round.linear is not None:
            return self._line_by_models(place, item, covered, self._deal.round.linear)
        if context.settings.certificates == "pairs":
            return self._line_by_pairs(place, item, covered)
        return self._line_by_intervals(place, item, covered)

    def _line_by_pairs(self, place: str, item: int, covered: int) -> Line:
        keys = self._context.keys
        chain = self._deal.round.proofs.get((item, covered), ())
        preferred = tuple(Preference(keys[one.item], keys[one.over], *one[2:]) for one in chain)
        reason: Reason = "preferred" if preferred else "tried"
        return Line(place, keys[item], keys[covered], reason, preferred=preferred)

    def _line_by_models(self, place: str, item: int, covered: int, linear: LinearEvidence) -> Line:
        keys = self._context.keys
        confidence = self._context.confidence
        assumed = self._assumption()
        assert assumed is not None
        share = confidence.delta / int(confidence.items or 1)
        lower = linear_bound(linear, item, assumed, share, end=0)
        upper = linear_bound(linear, covered, assumed, share, end=1)
        if lower.value >= upper.value - ROUNDING:
            return Line(place, keys[item], keys[covered], "better", lower, upper)
        return Line(place, keys[item], keys[covered], "tried")

    def _line_by_intervals(self, place: str, item: int, covered: int) -> Line:
        keys = self._context.keys
        known = self._context.known_means
        key = keys[item]
        lower = self._bound(item, end=0)
        if covered in known:
            if lower.value >= known[covered]:
                return Line(place, key, keys[covered], "known", lower, known_mean=known[covered])
            return Line(place, key, keys[covered], "tried")
        upper = self._bound(covered, end=1)
        if lower.value >= upper.value:
            return Line(place, key, keys[covered], "better", lower, upper)
        return Line(place, key, keys[covered], "tried")

    def _bound(self, item: int, *, end: int) -> ItemBound:
        count, total, spread = self._deal.round.evidence.of(item)
        value = ends(self._context.confidence, item, count, total, spread)[end]
        return ItemBound(item, count, total, spread, value)

    def to_plain(self) -> Plain:
        """Return the list and its certificate as plain data."""
        of_rankers = {} if self.teams is None else {"teams": list(self.teams)}
        return of_rankers | {
            "token": self.token,
            "segment": self.segment,
            "time": self.time,
            "note": self.note,
            "origin": self.origin,
            "items": list(self.items),
            "slots": list(self.slots),
            "labels": list(self.labels),
            "propensities": {
                "list": self.propensities.list,
                "items": list(self.propensities.items),
                "prefixes": list(self.propensities.prefixes),
            },
            "certificate": self.certificate.to_plain(),
        }

    def to_json(self) -> str:
        """Return the list and its certificate as JSON."""
        return json.dumps(self.to_plain(), ensure_ascii=False)

    def rows(self, weights: Mapping[str, float], missing: float | None = None) -> list[LogRow]:
        """Return the list and its answer as rows of a log.

        They have the columns of Open Bandit Pipeline for slates.
        """
        places = self._deal.round.places.tolist()
        rewards = []
        for key in self.items:
            if key in weights:
                rewards.append(Reward(weights[key], "observed"))
            else:
                rewards.append(Reward(missing, "not learnt" if missing is None else "missing"))
        rows = slate_rows(self.token, places, self.items, self.propensities, rewards)
        if self.teams is None:
            return rows
        return [row | {"team": team} for row, team in zip(rows, self.teams, strict=True)]

    def __repr__(self) -> str:
        return f"Shown(token={self.token!r}, items={self.items!r:.200})"
