"""Settings that were changed while a service runs, and the promise of all of them together."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

from matroidlab.errors import ServingError
from matroidlab.types import as_count, as_number
from matroidlab_serving.engine.durations import as_retention

if TYPE_CHECKING:
    from matroidlab_serving.engine.items import ItemCatalogue
    from matroidlab_serving.engine.settings import Settings

log = logging.getLogger(__name__)

Changes = Mapping[str, float | int | None]
"""New values of settings, by name: swap_size, delta, retain."""


@dataclass(frozen=True)
class ChangedSettings:
    """The settings of a service that are not those with which it was made.

    The bounds of an item at a smaller delta enclose those at a larger one, at all times at once, so
    if the bounds at the largest delta that was ever in force never fail, no others do. Hence all
    lists together keep the promise except with probability ``largest``, however often delta is
    changed.
    """

    values: Changes = field(default_factory=dict)
    segments: tuple[str, ...] = ()
    """Segments that were added."""
    largest: float = 0.0
    """The largest delta that was in force before the last change."""

    def of(self, settings: "Settings") -> "Settings":
        """Return the settings in force of a service that was made with others."""
        if not self.values and not self.segments:
            return settings
        values: Any = self.values
        names = settings.segments + self.segments
        return replace(settings, segments=names, added_segments=len(self.segments), **values)

    def after(self, values: Changes, delta_before: float) -> "ChangedSettings":
        """Return the changes after some more; ``delta_before`` was in force until now."""
        largest = max(self.largest, delta_before)
        return replace(self, values={**self.values, **values}, largest=largest)

    def with_segment(self, name: str) -> "ChangedSettings":
        """Return the changes after a segment is added."""
        return replace(self, segments=(*self.segments, name))

    def plain(self) -> dict[str, object]:
        """Return everything as plain data."""
        return {
            "values": dict(self.values),
            "segments": list(self.segments),
            "largest": self.largest,
        }

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> "ChangedSettings":
        """Return what `plain` describes, or raise an error."""
        return cls(
            checked_values(plain["values"], None),
            tuple(map(str, plain["segments"])),
            as_number(plain["largest"], name="largest", least=0, most=1, error=ServingError),
        )


def checked_values(given: Mapping[str, object], window: float | None) -> dict[str, Any]:
    """Return new values of settings, or say what is wrong with them."""
    made: dict[str, Any] = {}
    for name, value in given.items():
        match name:
            case "swap_size":
                made[name] = as_count(cast("int", value), name=name, least=1, error=ServingError)
            case "delta":
                made[name] = as_number(
                    cast("float", value), name=name, above=0, most=1, error=ServingError
                )
            case "retain":
                made[name] = as_retention(value, window)
            case _:
                raise ServingError(f"there is no setting {name!r:.80} to change")
    return made


def check_change(values: Mapping[str, object], settings: "Settings", rank: int) -> dict[str, Any]:
    """Return new values for a service with these settings, or say why they cannot be taken."""
    made = checked_values(values, settings.window)
    if not made:
        raise ServingError("say what is to change: swap_size=, delta= or retain=")
    if "delta" in made and settings.certificates == "pairs":
        raise ServingError(
            "delta cannot be changed with certificates='pairs', which were earned by the delta of "
            "their time: make another service"
        )
    if "delta" in made and settings.promise == "average":
        raise ServingError(
            "delta cannot be changed with promise='average', of which one half is for withdrawals: "
            "make another service"
        )
    if settings.features is not None and made.keys() & {"delta", "swap_size"}:
        raise ServingError(
            "delta and swap_size cannot be changed with features, only retain: make another service"
        )
    _check_swap_size(made.get("swap_size", 1), rank)
    return made


def promise_of(settings: "Settings", changed: ChangedSettings) -> dict[str, object]:
    """Return the promise as plain data: of the lists from now on, and of all lists together."""
    largest = max(changed.largest, settings.delta)
    # With delta for all segments, each has the same share, and those that were added have it too.
    is_for_all = settings.delta_for == "all"
    shares = len(settings.segments) / settings.first_segments if is_for_all else 1.0
    whose = "any segment" if is_for_all else "a segment"
    by_whom = ""
    if settings.promise == "average":
        shares = 1.0
        whose = "anyone"
        by_whom = ", for a visitor drawn at random from all segments"
    now = min(settings.delta * shares, 1.0)
    ever = min(largest * shares, 1.0)
    more = "item that is worse than its counterpart"
    if settings.swap_size > 1:
        more = "items that are worse than their counterparts"
    words = (
        f"with probability at least {1 - now:.6g}, no list shown to {whose} from now on has more "
        f"than {settings.swap_size} {more} in the baseline{by_whom}"
    )
    if settings.budget is not None:
        words += (
            f"; and at all times, the lists of a segment that were learnt have earned at least "
            f"{1 - settings.budget:.6g} of what the baseline would have"
        )
    if ever > now:
        words += f"; for all lists since the service was made, that probability is {1 - ever:.6g}"
    return {
        "delta": now,
        "delta_of_all_lists": ever,
        "swap_size": settings.swap_size,
        "in_words": words,
    }


def report_change(values: Changes) -> None:
    """Log a change of settings."""
    words = ", ".join(f"{name}={value}" for name, value in values.items())
    log.info("the settings are changed: %s", words, extra={"settings": dict(values)})


def check_settings(settings: "Settings", catalogue: "ItemCatalogue") -> None:
    """Refuse a swap size above the length of a list, and a proposal of unknown items."""
    _check_swap_size(settings.swap_size, catalogue.matroid.rank)
    for key in settings.proposed:
        catalogue.number(key)


def _check_swap_size(swap_size: int, rank: int) -> None:
    if swap_size > rank:
        raise ServingError(f"swap_size must be at most {rank}, a whole list, got {swap_size!r:.80}")


def check_new_segment(name: str, settings: "Settings", most: int) -> None:
    """Refuse a segment that is there, one too many, or one that changes the mix of visitors."""
    names: Sequence[str] = settings.segments
    if settings.promise == "average":
        raise ServingError(
            "promise='average' is for a fixed mix of segments: make a new service for another mix"
        )
    if name in names:
        raise ServingError(f"there is a segment {name!r:.80} already")
    if len(names) >= most:
        raise ServingError(f"a service has at most {most:,} segments, and this one has as many")
