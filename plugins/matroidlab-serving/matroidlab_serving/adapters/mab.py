from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any

from matroidlab.errors import ServingError
from matroidlab.protocol import Matroid
from matroidlab_serving.engine.pages import Top
from matroidlab_serving.engine.slots import Named, Slots
from matroidlab_serving.service import Service


class ListMAB:
    """A service in the shape of MABWiser's ``MAB``: `fit`, `partial_fit`, `predict`.

    A prediction is a list of keys.

    >>> page = Slots({"books": 1, "films": 1})
    >>> items = {"b": "books", "c": "books", "f": "films", "g": "films"}
    >>> mab = ListMAB(page, items, baseline=["b", "f"], seed=6)
    >>> mab.fit(decisions=["b", "c", "f"], rewards=[1, 0, 1])
    >>> shown = mab.predict()
    >>> shown
    ['b', 'g']
    >>> mab.partial_fit(shown, [1, 0])

    It takes the arguments of `Service`, except for a window. The promise needs no `fit` before: the
    first predictions are the baseline with one item exchanged. Report every item of a predicted
    list, those that earned nothing too. Where MABWiser takes contexts, this takes a ``segment``.
    There are no tokens here, so an answer that is reported twice is learnt twice; ``service`` has
    all the rest.

    Parameters
    ----------
    page
        The page that lists are shown on.
    items
        A mapping from key to slot for `Slots`, otherwise keys.
    baseline
        The keys of the baseline.
    options
        The other arguments of `Service`, except ``window``.
    """

    service: Service

    def __init__(
        self,
        page: Slots | Top | Matroid,
        items: Mapping[str, Named] | Iterable[str],
        baseline: Iterable[str],
        **options: Any,
    ) -> None:
        if "window" in options:
            raise ServingError(
                "decisions come with their rewards: window is for a Service, where answers "
                "come late"
            )
        given = items if isinstance(items, Mapping) else list(items)
        self._made_of = {"page": page, "items": given, "baseline": list(baseline)} | options
        self.service = Service(**self._made_of)
        # The clock of both calls of `predict`, so that a list expires right after it was dealt.
        self._moments = count()

    def __repr__(self) -> str:
        return f"ListMAB({self.service!r})"

    @property
    def arms(self) -> list[str]:
        """The keys of the items that it was made with."""
        return list(self._made_of["items"])

    def fit(
        self, decisions: Iterable[str], rewards: Iterable[float], *, segment: str | None = None
    ) -> None:
        """Forget everything, and learn the rewards of items: one for each decision."""
        fresh = Service(**self._made_of)
        fresh.learn_from(_rows(decisions, rewards, segment), now=next(self._moments))
        self.service = fresh

    def partial_fit(
        self, decisions: Iterable[str], rewards: Iterable[float], *, segment: str | None = None
    ) -> None:
        """Learn the rewards of items, one for each decision; all of them, or none."""
        self.service.learn_from(_rows(decisions, rewards, segment), now=next(self._moments))

    def predict(self, *, segment: str | None = None) -> list[str]:
        """Return the list to show next."""
        shown = self.service.recommend(segment, now=next(self._moments))
        # Answers come as decisions, not by token.
        self.service.expire(older_than=0, now=next(self._moments))
        return list(shown.items)


def _rows(
    decisions: Iterable[str], rewards: Iterable[float], segment: str | None
) -> list[dict[str, Any]]:
    if isinstance(decisions, str):
        raise ServingError(f"decisions must be a sequence of keys, got {decisions!r:.80}")
    keys = list(decisions)
    weights = list(rewards)
    if len(keys) != len(weights):
        raise ServingError(
            f"there must be as many rewards as decisions, got {len(weights)} and {len(keys)}"
        )
    return [
        {"weights": {key: weight}, "segment": segment}
        for key, weight in zip(keys, weights, strict=True)
    ]
