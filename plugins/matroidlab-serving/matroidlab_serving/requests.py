"""The arguments of a request, in keys and names, read as numbers of an engine.

Nothing is changed here.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import numpy as np

from matroidlab.errors import ServingError, UnknownTokenError, did_you_mean
from matroidlab_serving.engine.durations import as_seconds
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.features import as_features
from matroidlab_serving.engine.list_answer import ListAnswer, LoggedList
from matroidlab_serving.engine.page_checks import PageError, page_faults
from matroidlab_serving.engine.scale import Scale
from matroidlab_serving.operation.guardrails import watched_values
from matroidlab_serving.proposals import ProposalFunction, Proposals
from matroidlab_serving.weighed_lists import as_weighed_lists

ItemWeights = Mapping[str, float]
TOKEN = "token"  # noqa: S105 - the name of a column
WEIGHTS = "weights"
MISSING = "missing"
WATCHED = "watched"
NO_TOKEN = ""
"""The token of a list that was shown while nothing could be written; its answer is refused."""


class GivenAnswer(NamedTuple):
    """The answer to a list: weights of some items, and that of the others, if it is given."""

    token: object
    weights: object
    missing: float | None
    watched: object = None
    """Weights by the name of a guardrail."""


def as_answer(row: object, missing: float | None) -> GivenAnswer:
    """Return an answer: a mapping with token and weights, or a tuple of them.

    Each may have its own ``missing``.

    >>> as_answer(("1.00", {"b-001": 1.0}), 0.0)
    GivenAnswer(token='1.00', weights={'b-001': 1.0}, missing=0.0, watched=None)
    """
    if isinstance(row, Mapping):
        if not {TOKEN, WEIGHTS} <= row.keys() <= {TOKEN, WEIGHTS, MISSING, WATCHED}:
            raise ServingError(
                "an answer must have the keys token, weights and maybe missing or watched, got "
                f"{list(row)!r:.200}"
            )
        return GivenAnswer(row[TOKEN], row[WEIGHTS], row.get(MISSING, missing), row.get(WATCHED))
    if not isinstance(row, tuple | list) or len(row) not in (2, 3, 4):
        raise ServingError(
            "an answer must be (token, weights), (token, weights, missing) or (token, weights, "
            f"missing, watched), got {row!r:.200}"
        )
    token, weights, *rest = row
    return GivenAnswer(token, weights, *(rest or (missing,)))


def as_answers(rows: object, missing: float | None) -> list[GivenAnswer]:
    """Return several answers."""
    if isinstance(rows, Mapping | str) or not isinstance(rows, Iterable):
        raise ServingError(f"rows must be a sequence of answers, got {type(rows).__name__}")
    return [as_answer(row, missing) for row in rows]


def as_values(weights: object, items: Sequence[str], scale: Scale) -> list[float | None]:
    """Return the weights of a list's items in [0, 1]; None where no weight is given."""
    if not isinstance(weights, Mapping):
        raise ServingError(
            f"weights must be a mapping from key to weight, got {type(weights).__name__}"
        )
    given = {item: weights[item] for item in items if item in weights}
    if len(given) < len(weights):
        unknown = next(key for key in weights if key not in given)
        raise ServingError(f"{unknown!r:.80} is not on the list that this token was given for")
    if len(given) == len(items):
        return list(scale.all_inside(given))
    inside = dict(zip(given, scale.all_inside(given), strict=True))
    return [inside.get(item) for item in items]


def joined(unavailable: Iterable[str], exclude: Iterable[str]) -> list[str] | Iterable[str]:
    """Return the keys of both."""
    without = keys_of(exclude, "exclude")
    return [*keys_of(unavailable, "unavailable"), *without] if without else unavailable


def keys_of(given: Iterable[str], name: str) -> list[str]:
    """Return given keys as a list; a text is refused, because its letters are not keys."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ServingError(f"{name} must be a set of keys, got {given!r:.80}")
    return list(given)


class RequestReader:
    """Reads the arguments of requests; an error says what is wrong with them."""

    engine: Engine

    def __init__(self, engine: Engine, propose: ProposalFunction | None) -> None:
        if engine.settings.proposal == "function" and propose is None:
            raise ServingError(
                "this service was made with a function as its proposal: give "
                "proposal=function again"
            )
        self.engine = engine
        self.proposals = Proposals(propose)
        self._segments: dict[str, int] = {}

    def segment(self, name: str | None) -> int:
        """Return the number of a segment."""
        names = self.engine.settings.segments
        if len(self._segments) < len(names):  # one was added
            self._segments = {one: i for i, one in enumerate(names)}
        if name is None and (len(names) == 1 or not names[0]):
            return 0
        found = self._segments.get(name) if isinstance(name, str) else None
        if found is None:
            near = (
                did_you_mean(str(name)[:80], list(filter(None, names)))
                if len(names) <= 1000
                else ""
            )
            raise ServingError(f"there is no segment {name!r:.80}{near}")
        return found

    def unavailable(self, keys: Iterable[str]) -> list[int]:
        """Return the items that are not available today; keys that are not items are ignored."""
        absent = self.engine.catalogue.numbers(keys) if keys else []
        if absent:
            self._check_own()
            self._check_room(absent)
        return absent

    def candidates(self, keys: Iterable[str] | None, absent: list[int]) -> list[int] | None:
        """Return the candidates of a request, ascending, without retired ones; None for all."""
        if keys is None:
            return None
        self._check_own()
        catalogue = self.engine.catalogue
        if isinstance(keys, str) or not isinstance(keys, Iterable):
            raise ServingError(f"candidates must be a list of keys, got {keys!r:.80}")
        found = sorted({catalogue.number(key) for key in keys} - catalogue.retired)
        self._check_room(absent, found)
        return found

    def _check_own(self) -> None:
        if self.engine.settings.promise == "average":
            raise ServingError(
                "with promise='average', lists are chosen for all segments alike: a request with "
                "items of its own needs promise='each'"
            )

    def _check_room(self, absent: list[int], candidates: list[int] | None = None) -> None:
        """Raise an error if no available item may be on a list."""
        engine = self.engine
        available = np.flatnonzero(engine.allowed(absent, candidates))
        is_empty = False
        with suppress(PageError), page_faults(engine.catalogue.page):  # the plan will report it
            is_empty = not len(engine.catalogue.matroid.greedy(available))
        if is_empty:
            raise ServingError("no list can be shown: no item that may be on a list is available")

    def proposed(self, index: int, is_own_request: bool) -> list[int] | None:
        """Return the items that the caller's proposal names.

        It is None if no plan is needed, the policy proposes, or nothing is to be explored. A
        request with candidates of its own, or without some items, always needs a plan.
        """
        engine = self.engine
        if engine.settings.proposal in ("optimistic", "thompson") or not engine.explores:
            return None
        known = engine.segments.get(index)
        if not is_own_request and known is not None and not known.is_out_of_lists():
            return None
        return self.proposals.items(
            index, engine.settings, engine.catalogue, lambda: engine.segments.trusted(index)
        )

    def answer(self, given: GivenAnswer) -> ListAnswer:
        """Return the answer to a list, in numbers."""
        engine = self.engine
        if given.token == NO_TOKEN:
            return ListAnswer(-1, [], None)
        number = engine.tokens.number(given.token)
        if not engine.is_shown(number):
            raise UnknownTokenError(f"no list was shown under the token {given.token!r:.80}")
        found = engine.outstanding.lists.get(number)
        if found is None:
            return ListAnswer(number, [], None)
        return self.answer_to(number, given, found.items.tolist())

    def answer_to(self, number: int, given: GivenAnswer, items: list[int]) -> ListAnswer:
        """Return the answer to a list of known items, in numbers."""
        settings = self.engine.settings
        missing = None
        if given.missing is not None:
            missing = settings.scale.inside(given.missing, MISSING)
        keys = self.engine.catalogue.keys
        names = [keys[item] for item in items]
        values = as_values(given.weights, names, settings.scale)
        if settings.window is None and missing is None and None in values:
            unreported = names[values.index(None)]
            raise ServingError(
                f"the answer has no weight for {unreported!r:.80}: give one for every item of the "
                "list, say missing=0.0, or make the service with a window"
            )
        watched = None
        if given.watched is not None:
            watched = watched_values(given.watched, settings.guardrails)
        return ListAnswer(number, values, missing, watched)

    def age(self, older_than: float) -> float:
        """Return how old a list must be to expire."""
        age = as_seconds(older_than, "older_than")
        window = self.engine.settings.window
        if window is not None and age < window:
            raise ServingError(
                f"older_than must be at least the window of {window:g} s, got "
                f"{older_than:g}: lists "
                "are learnt when their window closes, and those without an answer count too"
            )
        return age

    def logged(self, rows: object) -> list[LoggedList]:
        """Return the lists of a log, in numbers."""
        if self.engine.settings.promise == "average":
            raise ServingError(
                "promise='average' learns no lists that may have been chosen by segment elsewhere"
            )
        lists = []
        for segment, weights, given in as_weighed_lists(rows):
            features = as_features(given, self.engine.settings.features)
            if not isinstance(weights, Mapping):
                raise ServingError(
                    f"weights must be a mapping from key to weight, got {weights!r:.80}"
                )
            scale = self.engine.settings.scale
            values = [scale.inside(weight, key) for key, weight in weights.items()]
            items = [self.engine.catalogue.number(key) for key in weights]
            if items:
                lists.append(LoggedList(self.segment(segment), items, values, features))
        return lists
