"""Features of visitors: their number, the bound on coefficients, and what they are not for."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from matroidlab.errors import ServingError
from matroidlab.types import Weights, as_count, as_number

if TYPE_CHECKING:
    from matroidlab_serving.engine.items import ItemCatalogue
    from matroidlab_serving.engine.settings import Settings

BaselineFunction = Callable[[Weights], Iterable[str]]
"""The baseline of a visitor, by the features."""
MOST_FEATURES = 200


@dataclass(frozen=True)
class FeatureSettings:
    """How many features visitors have, and what is assumed of the coefficients of items."""

    count: int
    norm: float
    """The largest Euclidean norm of the coefficients of an item."""
    has_own_baselines: bool = False
    """Whether the baseline of each visitor is named by a function of the features."""


class Visitor(NamedTuple):
    """The features of the visitor of a request, and the baseline for this visitor."""

    features: tuple[float, ...]
    baseline: tuple[int, ...]
    """In the order of the places."""


def as_feature_settings(
    features: int | None, norm: float | None, baseline_for: object
) -> FeatureSettings | None:
    """Return the settings of features, checked; None if visitors have none."""
    if features is None:
        if norm is not None or baseline_for is not None:
            raise ServingError(
                "norm and baseline_for are for visitors with features: say how many with features="
            )
        return None
    if norm is None:
        raise ServingError(
            "features need norm=, an upper bound on the norm of the coefficients of each item: "
            "with features in 0..1 that add up to 1, the root of their number will do"
        )
    if baseline_for is not None and not callable(baseline_for):
        raise ServingError(
            f"baseline_for must be a function from features to keys, got {baseline_for!r:.80}"
        )
    return FeatureSettings(
        as_count(features, name="features", least=1, most=MOST_FEATURES, error=ServingError),
        as_number(norm, name="norm", above=0, error=ServingError),
        baseline_for is not None,
    )


def features_of_plain(plain: Mapping[str, Any]) -> FeatureSettings:
    """Return the settings that plain data describes, checked like those of a user."""
    made = as_feature_settings(plain["count"], plain["norm"], None)
    assert made is not None
    return replace(made, has_own_baselines=plain["has_own_baselines"] is True)


def check_features(settings: "Settings", catalogue: "ItemCatalogue") -> None:
    """Refuse what linear models of items do not have."""
    if settings.features is None:
        return
    given = {
        "proposal": settings.proposal not in ("thompson", "function"),
        "certificates": settings.certificates != "intervals",
        "on_contradiction": settings.on_contradiction != "warn",
        "budget": settings.budget is not None,
        "line": settings.line is not None,
        "known_means": bool(catalogue.known_means),
    }
    for name, is_there in given.items():
        if is_there:
            raise ServingError(
                f"{name} cannot be combined with features, by which items have linear models: "
                f"leave out {name}, or features"
            )


def as_features(given: object, settings: FeatureSettings | None) -> tuple[float, ...] | None:
    """Return the features of a visitor as finite numbers, or raise an error."""
    if settings is None:
        if given is not None:
            raise ServingError(
                "this service was made without features of visitors: make it with features= and "
                "norm="
            )
        return None
    if given is None:
        raise ServingError(f"a visitor has {settings.count} features in this service: give them")
    values: Any = given.tolist() if isinstance(given, np.ndarray) else given
    is_row = isinstance(values, list | tuple) and len(values) == settings.count
    if not is_row or not all(map(_is_number, values)):
        raise ServingError(f"features must be {settings.count} finite numbers, got {given!r:.80}")
    return tuple(map(float, values))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and isfinite(value)
