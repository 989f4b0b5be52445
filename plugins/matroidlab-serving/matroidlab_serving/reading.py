from collections.abc import Callable, Iterable, Mapping

from matroidlab.errors import ServingError, UnknownTokenError, did_you_mean
from matroidlab_serving.answers import Told, as_logged, as_values
from matroidlab_serving.engine import Engine
from matroidlab_serving.settings import as_seconds

Proposing = Callable[[str], Iterable[str]]
Learnt = tuple[int, list[int], list[float]]


class Reader:
    """What people say, in keys and names, as the numbers of an engine; nothing is changed."""

    engine: Engine

    def __init__(self, engine: Engine, propose: Proposing | None) -> None:
        if engine.settings.proposal == "function" and propose is None:
            raise ServingError("this service was made with a function as its proposal: give proposal=function again")
        self.engine, self._propose = engine, propose
        self._segments = {name: i for i, name in enumerate(engine.settings.segments)}

    def segment(self, name: str | None) -> int:
        """The number of a segment."""
        if name is None and len(self._segments) == 1:
            return 0
        found = self._segments.get(name) if isinstance(name, str) else None
        if found is None:
            names = [one for one in self._segments if one]
            near = did_you_mean(str(name)[:80], names) if len(names) <= 1000 else ""
            raise ServingError(f"there is no segment {name!r:.80}{near}")
        return found

    def unavailable(self, keys: Iterable[str]) -> list[int]:
        """The items that are not available today; keys of others are passed over."""
        absent = self.engine.catalogue.numbers(keys) if keys else []
        if absent:
            self.engine.check_room(absent)
        return absent

    def proposed(self, index: int, unavailable: list[int]) -> list[int] | None:
        """The items that somebody else proposes, if a plan is needed and that is who is asked."""
        engine = self.engine
        if engine.settings.proposal in ("optimistic", "thompson"):
            return None
        known = engine.segments.get(index)
        if not unavailable and known is not None and not known.is_out_of_lists():
            return None
        name = engine.settings.segments[index]
        keys = engine.settings.proposed if self._propose is None else self._propose(name)
        if isinstance(keys, str) or not isinstance(keys, Iterable):
            raise ServingError(f"a proposal must be a list of keys, got {keys!r:.80}")
        return [engine.catalogue.number(key) for key in keys]

    def answer(self, told: Told) -> tuple[int, list[float | None], float | None]:
        """The number of the list, a weight for each of its items, and what missing ones weigh."""
        engine = self.engine
        number = engine.tokens.number(told.token)
        if number >= engine.counters.lists:
            raise UnknownTokenError(f"no list was shown under the token {told.token!r:.80}")
        found = engine.outstanding.get(number)
        return (number, [], None) if found is None else (number, *self.values(told, found.items.tolist()))

    def values(self, told: Told, items: list[int]) -> tuple[list[float | None], float | None]:
        """A weight for each item of a list, and what missing ones weigh."""
        engine, scale = self.engine, self.engine.settings.scale
        missing = None if told.missing is None else scale.inside(told.missing, "missing")
        keys, has_window = engine.catalogue.keys, engine.settings.window is not None
        names = [keys[item] for item in items]
        values = as_values(told.weights, names, scale, None if has_window else missing)
        if not has_window and None in values:
            untold = names[values.index(None)]
            raise ServingError(
                f"the answer does not tell the weight of {untold!r:.80}: tell the whole list, say missing=0.0, or make "
                "the service with a window"
            )
        return values, missing

    def age(self, older_than: float) -> float:
        """How old a list must be to expire."""
        age, window = as_seconds(older_than, "older_than"), self.engine.settings.window
        if window is not None and age < window:
            raise ServingError(
                f"older_than must be at least the window of {window:g} s, got {older_than:g}: lists are learnt when "
                "their window closes, and those without an answer must not be left out"
            )
        return age

    def learnt(self, rows: Iterable[object]) -> list[Learnt]:
        """The lists of a log: the segment, the items, their weights."""
        lists = []
        for segment, weights in as_logged(rows):
            if not isinstance(weights, Mapping):
                raise ServingError(f"weights must be a mapping from key to weight, got {weights!r:.80}")
            values = [self.engine.settings.scale.inside(weight, key) for key, weight in weights.items()]
            items = [self.engine.catalogue.number(key) for key in weights]
            if items:
                lists.append((self.segment(segment), items, values))
        return lists
