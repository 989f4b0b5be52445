"""The kind of certificates of a service, and its reaction to contradictions."""

from typing import TYPE_CHECKING, Literal, cast, get_args

import numpy as np

from matroidlab.algorithms import component_of
from matroidlab.errors import ServingError
from matroidlab.types import as_count

if TYPE_CHECKING:
    from matroidlab_serving.engine.items import ItemCatalogue
    from matroidlab_serving.engine.settings import Settings

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
    if settings.certificates == "pairs" and what is not None:
        raise ServingError(
            f"{what} needs more pairs than those that share delta, and with certificates='pairs' "
            "these are fixed beforehand: make a new service, or use certificates='intervals'"
        )
