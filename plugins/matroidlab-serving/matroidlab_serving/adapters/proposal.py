from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Any

from matroidlab.errors import ServingError
from matroidlab_serving.shown_list import Shown
from matroidlab_serving.slate_rows import LogRow


class LearningProposal(ABC):
    """Another recommender as the ``proposal`` of a service: keys in, keys out, from any thread.

    The service asks it for keys when it plans a round, tries them item by item, and completes them
    by the baseline; so whatever it answers, the promise holds. Report answers to it: ``if
    service.observe(...): proposal.learn(...)``. A subclass says what is `best_first` and how to
    `update`; ``contexts`` are features of segments, by name, for recommenders that want some.
    """

    def __init__(self, contexts: Mapping[str, Any] | None = None) -> None:
        self.contexts = contexts
        self._lock = Lock()

    def __repr__(self) -> str:
        about = "" if self.contexts is None else f"{len(self.contexts):,} contexts"
        return f"{type(self).__name__}({about})"

    def __call__(self, segment: str) -> list[str]:
        """Return the keys that are proposed to a segment, best first."""
        with self._lock:
            return list(self.best_first(segment))

    def learn(
        self, shown: Shown, weights: Mapping[str, float], missing: float | None = None
    ) -> None:
        """Learn the answer to a list.

        Items without a weight have ``missing``, or are not learnt.
        """
        for key in weights:
            if key not in shown.items:
                raise ServingError(f"{key!r:.80} is not on the list {list(shown.items)!r:.200}")
        rows = [row for row in shown.rows(weights, missing) if row["reward"] is not None]
        with self._lock:
            if rows:
                self.update(shown.segment, rows)

    @abstractmethod
    def best_first(self, segment: str) -> Iterable[str]:
        """Return the keys that are proposed to a segment."""

    @abstractmethod
    def update(self, segment: str, rows: list[LogRow]) -> None:
        """Learn the items of one list.

        The rows have ``action``, ``reward`` and ``pscore_item_position``.
        """

    def context(self, segment: str) -> Any:
        """Return the features of a segment."""
        assert self.contexts is not None
        if segment not in self.contexts:
            raise ServingError(
                f"contexts must have the features of every segment, and {segment!r:.80} is "
                "not there"
            )
        return self.contexts[segment]
