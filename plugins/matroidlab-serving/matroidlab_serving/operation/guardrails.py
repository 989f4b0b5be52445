"""Weights that are watched: how much worse than under the baseline they may become."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from matroidlab.errors import ServingError
from matroidlab.types import as_number
from matroidlab_serving.engine.keys import as_key
from matroidlab_serving.engine.scale import Scale

WEIGHT = "weight"
"""The name of the weight that the service learns, summed over a list."""


class Guardrail(NamedTuple):
    """A weight per list that is reported with answers, and its margin.

    Attributes
    ----------
    name
        The name under which the weight is reported.
    margin
        The service falls back once the difference to the holdback is certainly below this. None for
        a weight that is only watched.
    scale
        The least and the largest weight of a list.
    """

    name: str
    margin: float | None
    scale: Scale

    @property
    def missing(self) -> float:
        """The value in [0, 1] of a list for which nothing was reported: that of the weight 0."""
        return self.scale.inside(min(max(0.0, self.scale.low), self.scale.high), self.name)


def as_guardrails(given: object, scale: Scale, holdback: float) -> tuple[Guardrail, ...]:
    """Return guardrails: ``{name: margin}`` or ``{name: (margin, (least, largest))}``.

    A margin may be None.
    """
    if not given:
        return ()
    if not isinstance(given, Mapping):
        raise ServingError(f"guardrails must be a mapping from names to margins, got {given!r:.80}")
    if holdback == 0:
        raise ServingError(
            "guardrails compare the service with its holdback: give holdback=0.05 as well"
        )
    return tuple(_as_guardrail(name, limit, scale) for name, limit in given.items())


def _as_guardrail(name: object, limit: object, scale: Scale) -> Guardrail:
    key = as_key(name, "guardrail")
    if key == WEIGHT:
        raise ServingError(
            f"{WEIGHT!r} is the name of what the service learns: name the guardrail otherwise"
        )
    margin: Any
    own: object
    is_pair = isinstance(limit, tuple | list) and len(limit) == 2
    margin, own = limit if is_pair else (limit, scale)  # type: ignore[misc]
    number = None
    if margin is not None:
        number = as_number(margin, name=f"guardrail {key!r}", most=0, error=ServingError)
    return Guardrail(key, number, Scale.of(own))


def watched_values(given: object, guardrails: Iterable[Guardrail]) -> list[float | None]:
    """Return the watched weights of an answer in [0, 1]; None where none was reported."""
    if not isinstance(given, Mapping):
        raise ServingError(
            f"watched must be a mapping from names of guardrails to weights, got {given!r:.80}"
        )
    named = {one.name: one for one in guardrails}
    for name in given:
        if name not in named:
            known = ", ".join(map(repr, named)) or "none"
            raise ServingError(f"there is no guardrail {name!r:.80}; there is {known}")
    return [
        one.scale.inside(given[one.name], one.name) if one.name in given else None
        for one in named.values()
    ]
