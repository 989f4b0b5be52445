from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from matroidlab_serving.adapters.proposal import LearningProposal
from matroidlab_serving.engine.keys import as_keys
from matroidlab_serving.slate_rows import LogRow


class PullingPolicy(Protocol):
    """The part of a policy of ``river.bandit`` that is used here."""

    def pull(self, arm_ids: list[Any], *context: Any) -> Any:
        """Pull one arm."""

    def update(self, arm_id: Any, *seen: Any) -> Any:
        """Learn the reward of an arm."""


class RiverProposal(LearningProposal):
    """A policy of ``river.bandit`` as a proposal; its arms are keys.

    river pulls *one arm*: its shape cannot hold a list, and pulling again and again without
    learning in between is not what its policies are made for. So one key is proposed at a time, and
    the rest of the list is the baseline's: a round that tries one item. For whole lists from
    elsewhere, take a recommender that rates all items. For a contextual policy, ``contexts`` maps
    names of segments to dictionaries of features. What is added to the service later is appended to
    ``keys``.

    Parameters
    ----------
    policy
        A policy of ``river.bandit``.
    keys
        The items, which are its arms.
    contexts
        The features of each segment, for a contextual policy.
    """

    policy: PullingPolicy
    keys: list[str]

    def __init__(
        self,
        policy: PullingPolicy,
        keys: Iterable[str],
        contexts: Mapping[str, Mapping[str, float]] | None = None,
    ) -> None:
        super().__init__(contexts)
        self.policy = policy
        self.keys = as_keys(keys)

    def best_first(self, segment: str) -> list[str]:
        """Return the one arm that is pulled."""
        return [self.policy.pull(self.keys, *self._context(segment))]

    def update(self, segment: str, rows: list[LogRow]) -> None:
        """Update each arm that was shown."""
        for row in rows:
            self.policy.update(row["action"], *self._context(segment), row["reward"])

    def _context(self, segment: str) -> tuple[Any, ...]:
        return () if self.contexts is None else (dict(self.context(segment)),)
