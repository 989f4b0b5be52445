"""The lists of a service compared with those of its holdback."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from matroidlab_serving.engine.list_answer import FinishedList
from matroidlab_serving.engine.scale import Scale
from matroidlab_serving.engine.settings import Settings
from matroidlab_serving.operation.control import Control
from matroidlab_serving.operation.directing import Origin
from matroidlab_serving.operation.guardrails import WEIGHT
from matroidlab_serving.operation.running_means import RunningMean
from matroidlab_serving.operation.sample_ratio import BUCKETS, GroupSizes, SampleRatio
from matroidlab_serving.operation.visitors import UNKNOWN, Visit

ALPHA = 0.05
"""The probability with which an interval of a difference ever fails."""
LISTS_BETWEEN_LOOKS = 16
"""Guardrails are looked at once in so many lists: an interval takes 0.1 ms."""


class Groups(NamedTuple):
    """One weight in both groups, as numbers of [0, 1]."""

    service: RunningMean
    holdback: RunningMean

    def difference(self, scale: Scale) -> dict[str, float | None]:
        """Return the means of both groups, their difference, and its interval."""
        # Either interval fails with probability at most ALPHA / 2.
        ours = self.service.interval(ALPHA / 2)
        held = self.holdback.interval(ALPHA / 2)
        width = scale.high - scale.low
        means = [one.mean for one in self]
        outside = [None if mean is None else scale.outside(mean) for mean in means]
        both = [mean for mean in outside if mean is not None]
        return {
            "service": outside[0],
            "holdback": outside[1],
            "difference": both[0] - both[1] if len(both) == 2 else None,
            "low": (ours.low - held.high) * width,
            "high": (ours.high - held.low) * width,
        }


class Outcomes:
    """The weights of the service's lists and those of the holdback, and its guardrails.

    Parameters
    ----------
    settings
        The settings of the service, with the holdback and the guardrails.
    places
        The number of items of a list.
    """

    groups: dict[str, Groups]
    sample_ratio: SampleRatio

    def __init__(self, settings: Settings, places: int) -> None:
        self._guardrails = settings.guardrails
        self._places = places
        scale = settings.scale
        self._scale = Scale(scale.low * places, scale.high * places)
        self.groups = {name: Groups(RunningMean(), RunningMean()) for name in self._scales()}
        self.sample_ratio = SampleRatio(settings.holdback)

    def _scales(self) -> dict[str, Scale]:
        return {WEIGHT: self._scale} | {one.name: one.scale for one in self._guardrails}

    @property
    def lists(self) -> int:
        """The number of lists that were compared."""
        return sum(one.count for one in self.groups[WEIGHT])

    def learn(self, one: FinishedList) -> None:
        """Count a list whose answer is complete, if it is compared and anything is known of it."""
        if self.weigh(one):
            self.sample_ratio.add(one.visit.bucket, is_held_back=bool(one.visit.is_held_back))

    def weigh(self, one: FinishedList) -> bool:
        """Count the weights of a list alone; whether it was one to compare."""
        known = [value for value in one.values if value is not None]
        is_held_back = one.visit.is_held_back
        if is_held_back is None or not known:
            return False
        self.groups[WEIGHT][is_held_back].add(min(sum(known) / self._places, 1.0))
        reported = one.watched or [None] * len(self._guardrails)
        for guardrail, value in zip(self._guardrails, reported, strict=True):
            found = guardrail.missing if value is None else value
            self.groups[guardrail.name][is_held_back].add(found)
        return True

    def include(self, other: "Outcomes") -> None:
        """Add what another part of the service has brought."""
        for name, groups in self.groups.items():
            pairs = zip(groups, other.groups[name], strict=True)
            self.groups[name] = Groups(*(ours.plus(theirs) for ours, theirs in pairs))
        self.sample_ratio.include(other.sample_ratio.sizes)

    def group_of(self, visit: Visit, origin: Origin, control: Control) -> Visit:
        """Return the group that a list counts for; none while all visitors get the baseline."""
        return UNKNOWN if control.is_fallback else Visit(origin == "holdback", visit.bucket)

    def new_violation(self, control: Control) -> str | None:
        """Say which guardrail is violated, if it is time to look and the service explores."""
        is_due = self.lists % LISTS_BETWEEN_LOOKS == 0 and not control.is_fallback
        return self.violation() if is_due else None

    def violation(self) -> str | None:
        """Say which guardrail is violated, if one is."""
        for one in self._guardrails:
            if one.margin is None:
                continue
            found = self.groups[one.name].difference(one.scale)
            high = found["high"]
            if high is not None and high < one.margin:
                return (
                    f"guardrail {one.name!r}: at most {high:.4g} a list compared with the "
                    f"baseline, and the margin is {one.margin:g}"
                )
        return None

    def restart_guardrails(self) -> None:
        """Begin again to compare the watched weights."""
        for one in self._guardrails:
            self.groups[one.name] = Groups(RunningMean(), RunningMean())

    def status(self) -> dict[str, object]:
        """Return the comparison as plain data."""
        weight, *watched = self._scales().items()
        margins = {one.name: one.margin for one in self._guardrails}
        of_lists = self.groups[WEIGHT]
        return {
            **of_lists.difference(weight[1]),
            "lists": {"service": of_lists.service.count, "holdback": of_lists.holdback.count},
            "probability": 1 - ALPHA,
            "sample_ratio": self.sample_ratio.status(),
            "guardrails": {
                name: self.groups[name].difference(scale) | {"margin": margins[name]}
                for name, scale in watched
            },
        }

    def plain(self) -> dict[str, object]:
        """Return everything as plain data."""
        ratio = self.sample_ratio
        counted = [at for at, is_counted in enumerate(ratio.buckets) if is_counted]
        return {
            "groups": {
                name: [one.plain() for one in groups] for name, groups in self.groups.items()
            },
            "sizes": list(ratio.sizes),
            "least": ratio.least,
            "buckets": counted,
        }

    def restore(self, plain: Mapping[str, Any]) -> None:
        """Take over what `plain` describes, or raise an error."""
        groups: Mapping[str, Sequence[Sequence[float]]] = plain["groups"]
        if groups.keys() != self.groups.keys():
            raise ValueError(f"guardrails are missing: {sorted(groups)!r:.80}")
        for name, (service, holdback) in groups.items():
            self.groups[name] = Groups(
                RunningMean.of_plain(service), RunningMean.of_plain(holdback)
            )
        ratio = self.sample_ratio
        ratio.sizes = GroupSizes(*map(int, plain["sizes"]))
        ratio.least = float(plain["least"])
        if plain["buckets"]:
            ratio.buckets = bytearray(BUCKETS)
            for bucket in plain["buckets"]:
                ratio.buckets[bucket] = 1


def outcomes_of(settings: Settings, places: int) -> Outcomes | None:
    """Return an empty comparison, if the service has a holdback."""
    return Outcomes(settings, places) if settings.holdback else None
