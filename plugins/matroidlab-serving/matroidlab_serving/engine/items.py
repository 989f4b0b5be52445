from collections.abc import Iterable, Mapping
from functools import cached_property

import numpy as np

from matroidlab.algorithms import batched
from matroidlab.bandits import SafeLists
from matroidlab.bandits.new_items import LINE_FROM, Prior, fitting
from matroidlab.errors import ServingError, UnknownNameError, did_you_mean
from matroidlab.protocol import Batched, Matroid
from matroidlab.types import Elements, Weights
from matroidlab_serving.engine.arrivals import Arrivals
from matroidlab_serving.engine.changed_settings import ChangedSettings
from matroidlab_serving.engine.keys import as_key, as_keys, as_label, as_mapping
from matroidlab_serving.engine.page_checks import is_valid_list
from matroidlab_serving.engine.pages import Page
from matroidlab_serving.engine.scale import Scale
from matroidlab_serving.engine.slots import Named


class ItemCatalogue:
    """The items of a service: keys, slots, labels, retired items, and the baseline.

    An item keeps its number; items that are added later have higher ones. ``version`` counts the
    changes.
    """

    page: Page
    keys: list[str]
    slots: Elements
    baseline: Elements

    def __init__(self, page: Page, keys: list[str], slots: Elements, baseline: Elements) -> None:
        self.page = page
        self.keys = keys
        self.slots = slots
        self.baseline = baseline
        self.first = len(keys)
        """The number of items at first: they share one half of delta."""
        self.retired: set[int] = set()
        self.labels: dict[str, str] = {}
        self.known_means: dict[int, float] = {}
        self.with_half_of_delta: tuple[int, ...] = ()  # that of a large catalogue at first
        self.scores: Weights | None = None
        """The scores of a ranker for all items."""
        self.prior: Prior | None = None  # what several segments share
        self.changed = ChangedSettings()
        self.version = 0
        self.arrivals = Arrivals(len(keys))

    @classmethod
    def of(
        cls,
        page: Page,
        items: object,
        baseline: Iterable[str],
        labels: Mapping[str, str],
    ) -> "ItemCatalogue":
        """Return the catalogue of the given items, or raise an error."""
        keys, slots = page.items(items)
        made = cls(page, keys, slots, np.empty(0, dtype=np.intp))
        if isinstance(baseline, str) or not isinstance(baseline, Iterable):
            raise ServingError(f"baseline must be a list of keys, got {baseline!r:.80}")
        made.baseline = np.array([made.number(key) for key in as_keys(baseline)], dtype=np.intp)
        made.check_baseline(made.baseline)
        titles = as_mapping(labels, "labels").items()
        made.labels = {made.keys[made.number(key)]: as_label(label, key) for key, label in titles}
        return made

    def set_known_means(self, means: Mapping[str, float], scale: Scale) -> None:
        """Set the expected weights of baseline items, as far as they are known."""
        given = as_mapping(means, "known_means").items()
        self.known_means = {self.number(key): scale.inside(mean, key) for key, mean in given}
        for item in self.known_means.keys() - set(self.baseline.tolist()):
            raise ServingError(
                f"known_means must be those of baseline items, got one of {self.keys[item]!r:.80}"
            )

    def set_scores(self, scores: Mapping[int, float]) -> None:
        """Set the scores of items; those of others stay, or are the average of the given ones."""
        mean = sum(scores.values()) / len(scores)
        if self.scores is None:
            self.scores = np.full(len(self.keys), mean)
        self.scores = self.scores.copy()
        self.scores[list(scores)] = list(scores.values())
        self._changed()

    def set_changed(self, changed: ChangedSettings) -> None:
        """Let other settings be in force than those that the service was made with."""
        self.changed = changed
        self._changed()

    def check_baseline(self, baseline: Elements) -> None:
        """Refuse a baseline that is not a valid list."""
        if not is_valid_list(self.page, self.matroid, baseline):
            raise ServingError(
                f"baseline must be a valid list of {self.matroid.rank} items, got "
                f"{[self.keys[item] for item in baseline.tolist()]!r:.200}"
            )

    @cached_property
    def matroid(self) -> Matroid:
        """The matroid whose bases are the valid lists of all items, retired ones included."""
        return self.page.matroid(self.slots)

    @cached_property
    def batched(self) -> Batched:
        """The heaviest lists of all items."""
        return batched(self.matroid)

    @cached_property
    def safe_lists(self) -> SafeLists:
        """The lists that may be shown, to find the partners of their items."""
        return SafeLists(self.matroid, self.baseline, swap_size=1)

    @cached_property
    def place_of(self) -> Elements:
        """``[item]``: the place of a baseline item, -1 for others."""
        places = np.full(len(self.keys), -1, dtype=np.intp)
        places[self.baseline] = np.arange(len(self.baseline))
        return places

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The names of the places of a list."""
        return self.page.places(self.slots[self.baseline].tolist())

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return dict(zip(self.keys, range(len(self.keys)), strict=True))

    @property
    def is_large(self) -> bool:
        """Whether a slot is too large for all newcomers to be tried at once."""
        return self.page.has_blocks and int(np.bincount(self.slots).max()) > LINE_FROM

    @property
    def may_have_line(self) -> bool:
        """Whether newcomers wait in a line, if the settings let them be explored."""
        is_informed = self.scores is not None or self.prior is not None
        return self.page.has_blocks and (is_informed or self.is_large)

    @property
    def excluded(self) -> Elements:
        """The retired items, ascending."""
        return np.array(sorted(self.retired), dtype=np.intp)

    @property
    def without_bounds(self) -> frozenset[int]:
        """The items whose bounds do not follow from observations: known or retired ones."""
        return frozenset(self.known_means.keys() | self.retired)

    def number(self, key: object) -> int:
        """Return the number of an item."""
        found = self._numbers.get(key) if isinstance(key, str) else None
        if found is None:
            near = ""
            if isinstance(key, str) and len(self.keys) <= 1000:
                near = did_you_mean(key, self.keys)
            hint = near if "did you" in near else ""
            raise UnknownNameError(f"there is no item {key!r:.80}{hint}")
        return found

    def numbers(self, keys: Iterable[object]) -> list[int]:
        """Return the numbers of those keys that are items and not retired, ascending."""
        if isinstance(keys, str) or not isinstance(keys, Iterable):
            raise ServingError(f"unavailable must be a set of keys, got {keys!r:.80}")
        found = {self._numbers.get(key, -1) for key in map(as_key, keys)}
        return sorted(found - self.retired - {-1})

    def check_addition(self, key: object, slot: Named | None) -> tuple[str, int]:
        """Return the key and the slot of an item to add, or say why it cannot be added."""
        if not self.page.can_grow:
            raise ServingError(
                f"a fixed matroid has no room for {key!r:.80}: make a page of Slots or Top to "
                "add items"
            )
        name = as_key(key)
        number = self.page.slot(slot)
        known = self._numbers.get(name)
        if known is not None and known not in self.retired:
            raise ServingError(f"there is an item {name!r:.80} already")
        if known is not None and self.slots[known] != number:
            raise ServingError(
                f"{name!r:.80} was retired from another slot: add it there, or under another key"
            )
        self.page.check_slots(np.append(self.slots, number))
        return name, number

    def add(self, key: str, slot: int, label: str | None) -> None:
        """Add an item, or bring a retired one back."""
        known = self._numbers.get(key)
        self.arrivals.come(len(self.keys) if known is None else known, self.version + 1)
        if known is not None:
            self.retired.discard(known)
        else:
            self._numbers[key] = len(self.keys)
            self.keys.append(key)
            self.slots = np.append(self.slots, slot)
            if self.scores is not None:
                self.scores = np.append(self.scores, self.scores.mean())
        if label is not None:
            self.labels[key] = label
        self._changed()

    def check_retirement(self, key: object, successor: object | None) -> tuple[int, int | None]:
        """Return the numbers of an item to retire and its successor, or raise an error."""
        item = self.number(key)
        if item in self.retired:
            raise ServingError(f"{key!r:.80} is retired already")
        if self.place_of[item] < 0:
            if successor is not None:
                raise ServingError(
                    f"{key!r:.80} is not in the baseline: it is retired without a successor"
                )
            return item, None
        if successor is None:
            raise ServingError(
                f"{key!r:.80} is in the baseline: retire(key, successor=...) must name the item "
                "that takes its place"
            )
        new = self.number(successor)
        if new in self.retired or self.place_of[new] >= 0:
            state = "retired" if new in self.retired else "in the baseline already"
            raise ServingError(
                f"the successor of {key!r:.80} cannot be {successor!r:.80}: it is {state}"
            )
        self.check_baseline(np.where(self.baseline == item, new, self.baseline))
        return item, new

    def retire(self, item: int, successor: int | None) -> None:
        """Stop showing an item; in the baseline, its successor takes its place."""
        if successor is not None:
            self.baseline = np.where(self.baseline == item, successor, self.baseline)
            self.known_means.pop(item, None)
            self.arrivals.enter_baseline(successor, self.version + 1)
        self.retired.add(item)
        self._changed()

    def _changed(self) -> None:
        self.version += 1
        if self.arrivals.line is None and self.may_have_line:
            self.arrivals.line = (self.version, len(self.keys))
        for name in ("matroid", "place_of", "places", "batched", "safe_lists"):
            vars(self).pop(name, None)
        if self.prior is not None:
            self.prior = fitting(self.prior, len(self.keys), self.scores)
