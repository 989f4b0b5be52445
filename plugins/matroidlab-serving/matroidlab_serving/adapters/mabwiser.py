from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from matroidlab_serving.adapters.proposal import LearningProposal
from matroidlab_serving.slate_rows import LogRow


class FittedMAB(Protocol):
    """The part of MABWiser's ``MAB`` that is used here."""

    arms: Any
    cold_arms: Any
    """The arms that were never observed."""

    def partial_fit(self, decisions: Any, rewards: Any, contexts: Any = None) -> None:
        """Learn the rewards of arms."""

    def predict_expectations(self, contexts: Any = None) -> Any:
        """Return the expected reward of each arm."""


class MABWiserProposal(LearningProposal):
    """MABWiser's ``MAB`` as a proposal; its arms are keys.

    MABWiser predicts one arm. Its ``predict_expectations`` rates all of them, so they are proposed
    in that order; but those it has never seen it rates 0, and would never try, so its ``cold_arms``
    come first. For a contextual ``MAB``, ``contexts`` maps names of segments (a service without any
    has one, ``""``) to their features; without, one ``MAB`` learns from all segments together. One
    with a neighbourhood policy knows no cold arms: `fit` it before. Items that are not among its
    arms are passed over; ``mab.add_arm`` adds what is added to the service later.
    """

    def __init__(
        self, mab: FittedMAB, contexts: Mapping[str, Sequence[float]] | None = None
    ) -> None:
        super().__init__(contexts)
        self.mab = mab

    def best_first(self, segment: str) -> list[str]:
        """Return the cold arms, then the others by expected reward."""
        cold = dict.fromkeys(self.mab.cold_arms)
        if len(cold) == len(self.mab.arms):
            return list(cold)  # before the first fit, MABWiser refuses to predict
        expected = self.mab.predict_expectations(*self._contexts(segment, 1))
        warm = [arm for arm in expected if arm not in cold]
        return [*cold, *sorted(warm, key=expected.__getitem__, reverse=True)]

    def update(self, segment: str, rows: list[LogRow]) -> None:
        """Fit the rewards of a list, an arm for each item."""
        decisions = [row["action"] for row in rows]
        rewards = [row["reward"] for row in rows]
        self.mab.partial_fit(decisions, rewards, *self._contexts(segment, len(rows)))

    def _contexts(self, segment: str, count: int) -> tuple[list[Any], ...]:
        return () if self.contexts is None else ([list(self.context(segment))] * count,)
