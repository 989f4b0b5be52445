"""The rankers of a comparison: lists of keys, or functions of the caller that name them."""

import logging
from collections.abc import Callable, Iterable, Mapping
from math import prod

from matroidlab.errors import ServingError, described
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.keys import as_key

Ranker = Iterable[str] | Callable[[str], Iterable[str]]
MOST_DRAFTS = 1024
"""The number of ways to take turns of which all lists are enumerated: 20 places, two rankers."""

log = logging.getLogger(__name__)


class Rankers:
    """The rankers that a caller gives, by name, checked."""

    names: tuple[str, ...]

    def __init__(self, given: object, catalogue: ItemCatalogue) -> None:
        self._rankers = _as_rankers(given, catalogue)
        self.names = tuple(self._rankers)
        rank = catalogue.matroid.rank
        ways = prod(len(self.names) - place % len(self.names) for place in range(rank))
        if ways > MOST_DRAFTS:
            raise ServingError(
                f"{len(self.names)} rankers can take turns in {ways:,} ways on a list of {rank} "
                f"items, and a service compares up to {MOST_DRAFTS:,}: compare fewer rankers, or "
                "use TeamDraft and Comparison of matroidlab_evaluation"
            )
        self.faults: int = 0
        self.last_fault: str | None = None

    def rankings(self, segment: str, catalogue: ItemCatalogue) -> list[list[int]] | None:
        """Return the items of each ranker for a segment, best first; None if a ranker failed."""
        try:
            return [
                _items(ranker(segment) if callable(ranker) else ranker, catalogue)
                for ranker in self._rankers.values()
            ]
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the caller's code
            self.faults += 1
            self.last_fault = described(error)
            log.warning("a ranker failed for the segment %r: %s", segment, self.last_fault)
            return None

    def keys(self) -> dict[str, list[str] | None]:
        """Return the keys of the rankers that are lists, by name; None for functions."""
        found: dict[str, list[str] | None] = {}
        for name, ranker in self._rankers.items():
            found[name] = None if callable(ranker) else list(ranker)
        return found

    def status(self) -> dict[str, object]:
        """Return the faults since the service was opened, for monitoring."""
        return {"ranker_faults": self.faults, "last_ranker_fault": self.last_fault}


def _as_rankers(given: object, catalogue: ItemCatalogue) -> dict[str, Ranker]:
    if not isinstance(given, Mapping) or len(given) < 2:
        raise ServingError(
            "compare must be a mapping from two or more names to rankers, lists of keys or "
            f"functions, got {given!r:.80}"
        )
    rankers: dict[str, Ranker] = {}
    for name, ranker in given.items():
        if callable(ranker):
            rankers[as_key(name, "ranker")] = ranker
            continue
        if isinstance(ranker, str) or not isinstance(ranker, Iterable):
            raise ServingError(
                f"the ranker {name!r:.80} must be a list of keys or a function, got {ranker!r:.80}"
            )
        keys = list(ranker)
        _items(keys, catalogue)
        rankers[as_key(name, "ranker")] = keys
    return rankers


def _items(keys: object, catalogue: ItemCatalogue) -> list[int]:
    if isinstance(keys, str) or not isinstance(keys, Iterable):
        raise ServingError(f"a ranking must be a list of keys, got {keys!r:.80}")
    return list(dict.fromkeys(catalogue.number(key) for key in keys))
