"""The kind of certificates of a service, and its reaction to contradictions."""

from typing import TYPE_CHECKING, Literal, cast, get_args

import numpy as np

from matroidlab.algorithms import component_of
from matroidlab.errors import ServingError
from matroidlab.types import as_count, as_number

if TYPE_CHECKING:
    from matroidlab_serving.engine.items import ItemCatalogue
    from matroidlab_serving.engine.settings import Settings

MOST_CELLS = 4_000_000
"""For items times segments: some 300 MB."""
Certificates = Literal["intervals", "pairs"]
OnContradiction = Literal["warn", "restart", "baseline"]


def as_certificates(value: object) -> Certificates:
    """Return the kind of certificates, checked."""
    if value not in get_args(Certificates):
        raise ServingError(
            "certificates of a service must be 'intervals' or 'pairs' ('both' is for policies "
            f"alone), got {value!r:.80}"
        )
    return cast("Certificates", value)


def as_epoch_length(value: int | None, certificates: object) -> int | None:
    """Return the number of lists of an epoch, or None."""
    if value is None:
        return None
    if certificates != "pairs":
        raise ServingError(
            "certificates_expire needs certificates='pairs', for which its promise is proved, got "
            f"certificates={certificates!r:.80}"
        )
    return as_count(value, name="certificates_expire", least=1, error=ServingError)


def as_reaction(value: object) -> OnContradiction:
    """Return the reaction to contradictions, checked."""
    if value not in get_args(OnContradiction):
        raise ServingError(
            f"on_contradiction must be 'warn', 'restart' or 'baseline', got {value!r:.80}"
        )
    return cast("OnContradiction", value)


def as_budget(value: float | None) -> float | None:
    """Return the share of the baseline's clicks that trying items may cost, checked."""
    if value is None:
        return None
    return as_number(value, name="budget", above=0, most=1, error=ServingError)


def check_budget(settings: "Settings") -> None:
    """Refuse a budget where its account would not know what a list may cost."""
    needed = {"proposal": "thompson", "dealing": "shuffled", "certificates": "intervals"}
    for name, value in needed.items():
        given = getattr(settings, name)
        if settings.budget is not None and given != value:
            raise ServingError(f"budget needs {name}={value!r}, got {given!r}: leave out one")


def check_average(settings: "Settings", catalogue: "ItemCatalogue") -> None:
    """Refuse a promise for the average visitor where lists would look at the segment."""
    if settings.promise == "each":
        return
    needed: dict[str, object] = {
        "proposal": "thompson",
        "certificates": "intervals",
        "on_contradiction": "warn",
        "budget": None,
        "features": None,
    }
    for name, value in needed.items():
        given = getattr(settings, name)
        if given != value:
            raise ServingError(
                f"promise='average' needs {name}={value!r}, got {given!r:.80}: leave out one"
            )
    if len(settings.segments) == 1 or not catalogue.page.has_blocks:
        raise ServingError(
            "promise='average' is for a visitor drawn at random from several segments, on a page "
            "of Top, or of Slots without at_most"
        )
    cells = len(settings.segments) * len(catalogue.keys)
    if cells > MOST_CELLS:
        raise ServingError(
            f"promise='average' counts each item in each segment: at most {MOST_CELLS:,} numbers, "
            f"got {cells:,}"
        )


def is_default(settings: "Settings") -> bool:
    """Whether certificates are intervals, and contradictions are only counted."""
    return settings.certificates == "intervals" and settings.on_contradiction == "warn"


def check_certificates(settings: "Settings", catalogue: "ItemCatalogue") -> None:
    """Refuse pairs where two items are never shown together, and what a restart cannot forget."""
    if settings.on_contradiction == "restart" and catalogue.known_means:
        raise ServingError(
            "on_contradiction='restart' forgets all that is known, and known means cannot be "
            "observed again: leave out known_means, or use on_contradiction='baseline'"
        )
    if settings.certificates != "pairs":
        return
    _, component = np.unique(component_of(catalogue.matroid), return_inverse=True)
    sizes = np.bincount(component)
    places = np.bincount(component[catalogue.baseline], minlength=len(sizes))
    lonely = np.flatnonzero((places == 1) & (sizes > 1))
    if len(lonely):
        key = catalogue.keys[int(np.flatnonzero(component == lonely[0])[0])]
        raise ServingError(
            "certificates='pairs' compares items that were answered for in the same list, and the "
            f"slot of {key!r:.80} has one place: give it more, or use certificates='intervals'"
        )


def check_drafts(settings: "Settings") -> None:
    """Refuse to compare rankers, whose drafts need the order of items that intervals give."""
    if settings.promise == "average":
        raise ServingError("drafts of rankers need promise='each': leave out one of them")
    if settings.budget is not None:
        raise ServingError("drafts of rankers have no budget: leave out budget or compare")
    if settings.certificates != "intervals":
        raise ServingError(
            f"drafts of rankers need certificates='intervals', got {settings.certificates!r}"
        )


def check_growth(settings: "Settings", what: str | None) -> None:
    """Refuse a change of the catalogue that would need more pairs, or more linear models."""
    if settings.features is not None and what is not None:
        raise ServingError(
            f"{what} needs a linear model more than those that share delta, and with features "
            "these are fixed beforehand: make a new service"
        )
    if settings.promise == "average" and what is not None:
        raise ServingError(
            f"{what} needs a share of delta in each segment, and with promise='average' these are "
            "fixed beforehand: make a new service"
        )
    if settings.certificates == "pairs" and what is not None:
        raise ServingError(
            f"{what} needs more pairs than those that share delta, and with certificates='pairs' "
            "these are fixed beforehand: make a new service, or use certificates='intervals'"
        )
