"""The scores of a ranker in a service: at the beginning, and while it runs."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self, cast

import numpy as np

from matroidlab.errors import ServingError
from matroidlab.types import as_number
from matroidlab_serving.engine.certificate_settings import (
    check_average,
    check_budget,
    check_certificates,
)
from matroidlab_serving.engine.changed_settings import check_settings
from matroidlab_serving.engine.command import Content, Outcome
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.features import check_features
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.keys import as_mapping
from matroidlab_serving.engine.segment_policy import is_large
from matroidlab_serving.engine.settings import Settings

LARGEST_SCORE = 1e100
"""So that the squares of all scores together are finite."""


def prepare_catalogue(
    catalogue: ItemCatalogue,
    settings: Settings,
    known_means: Mapping[str, float] | None,
    scores: Mapping[str, float] | None,
) -> None:
    """Set known means and scores of a new catalogue, and if it is large, the shares of delta."""
    catalogue.set_known_means(known_means or {}, settings.scale)
    check_settings(settings, catalogue)
    check_features(settings, catalogue)
    check_certificates(settings, catalogue)
    check_budget(settings)
    check_average(settings, catalogue)
    check_line(settings, catalogue)
    if scores is not None and settings.features is not None:
        raise ServingError("scores cannot be combined with features: leave out one of them")
    if scores is not None:
        check_explores(settings)
        if not catalogue.page.has_blocks:
            raise ServingError("scores need a page of Top, or of Slots without at_most")
        catalogue.set_scores(as_scores(catalogue, scores))
        catalogue.version = 0
        catalogue.arrivals.line = (0, len(catalogue.keys))
    explores = settings.proposal == "thompson" and settings.features is None
    if explores and is_large(catalogue, settings):
        catalogue.with_half_of_delta = tuple(catalogue.baseline.tolist())


def check_line(settings: Settings, catalogue: ItemCatalogue) -> None:
    """Refuse a line of newcomers where none can be."""
    if not settings.line:
        return
    needed = {"proposal": "thompson", "certificates": "intervals", "on_contradiction": "warn"}
    for name, value in needed.items():
        given = getattr(settings, name)
        if given != value:
            raise ServingError(f"line=True needs {name}={value!r}, got {given!r:.80}")
    if not catalogue.page.has_blocks:
        raise ServingError("line=True needs a page of Top, or of Slots without at_most")


def check_explores(settings: Settings) -> None:
    """Refuse scores for a service whose proposals come from elsewhere, or use none."""
    if settings.line is False:
        raise ServingError("scores are used by a line of newcomers: leave out line=False")
    if settings.proposal != "thompson":
        raise ServingError(
            f"scores are used by proposal='thompson', got {settings.proposal!r}: leave out one"
        )


def as_scores(catalogue: ItemCatalogue, scores: Mapping[str, float]) -> dict[int, float]:
    """Return scores by the numbers of their items, or raise an error."""
    given = as_mapping(scores, "scores").items()
    found = {catalogue.number(key): _as_score(score, key) for key, score in given}
    if not found:
        raise ServingError("scores must have at least one item, got none")
    return found


def _as_score(score: object, key: object) -> float:
    name = f"the score of {key!r:.80}"
    value = cast("float", score)
    return as_number(value, name=name, least=-LARGEST_SCORE, most=LARGEST_SCORE, error=ServingError)


@dataclass(frozen=True, slots=True)
class SetScores:
    """Set the scores of some items; lists that were not dealt yet are withdrawn."""

    name: ClassVar[str] = "set_scores"
    scores: Mapping[int, float]
    now: float

    def apply(self, engine: Engine) -> Outcome[None]:
        engine.change(self.change, self.now)
        return Outcome(None, has_changed=True)

    def change(self, catalogue: ItemCatalogue) -> None:
        """Change a catalogue alone."""
        catalogue.set_scores(self.scores)

    def to_row(self, result: None) -> Content:  # noqa: ARG002
        items = np.array(list(self.scores), dtype="<i8")
        values = np.array(list(self.scores.values()), dtype="<f8")
        head = json.dumps([len(items), self.now])
        return b"%b\n%b%b" % (head.encode(), items.tobytes(), values.tobytes())

    @classmethod
    def from_row(cls, content: Content) -> Self:
        if isinstance(content, str):
            raise TypeError("the row of scores must be bytes, got text")
        head, _, rest = content.partition(b"\n")
        count, now = json.loads(head)
        items = np.frombuffer(rest[: 8 * count], dtype="<i8").tolist()
        values = np.frombuffer(rest[8 * count :], dtype="<f8").tolist()
        return cls(dict(zip(items, values, strict=True)), now)
