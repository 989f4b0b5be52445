"""The comparison of rankers in a service: who picked what, and the credit of each ranker."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from matroidlab_evaluation import Comparison
from matroidlab_serving.engine.list_answer import FinishedList


class ComparedLists:
    """The teams of lists that are outstanding, and the credit for those that were learnt.

    The weight of an item is credit for the ranker that picked it. A list that is never answered
    counts nothing.
    """

    comparison: Comparison
    teams: dict[int, list[int]]
    """By the number of a list: the ranker of each item, -1 for none."""

    def __init__(self, rankers: Sequence[str]) -> None:
        self.comparison = Comparison(rankers)
        self.teams = {}

    @property
    def rankers(self) -> tuple[str, ...]:
        """The names of the rankers."""
        return self.comparison.rankers

    def show(self, number: int, teams: Iterable[int]) -> None:
        """Remember who picked the items of a list."""
        self.teams[number] = self._checked(teams)

    def named(self, teams: Iterable[int]) -> tuple[str | None, ...]:
        """Return the names of the rankers that picked items."""
        return tuple(self.rankers[team] if team >= 0 else None for team in teams)

    def learn(self, one: FinishedList) -> None:
        """Count the credit of a list, if it is one of a comparison and anything is known of it."""
        teams = self.teams.pop(one.number, None)
        if teams is None or all(value is None for value in one.values):
            return
        credit = [0.0] * len(self.rankers)
        for team, value in zip(teams, one.values, strict=True):
            if team >= 0 and value is not None:
                credit[team] += value
        self.comparison.learn(credit)

    def forget(self, numbers: Iterable[int]) -> None:
        """Drop lists that have expired."""
        for number in numbers:
            self.teams.pop(number, None)

    def status(self) -> dict[str, object]:
        """Return the verdicts as plain data."""
        return {
            "rankers": list(self.rankers),
            "lists": self.comparison.lists,
            "best": self.comparison.best(),
            "verdicts": [str(pair) for pair in self.comparison.verdicts()],
        }

    def plain(self) -> dict[str, object]:
        """Return everything as plain data."""
        return {"comparison": self.comparison.to_plain(), "teams": list(self.teams.items())}

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> "ComparedLists":
        """Return what `plain` describes, or raise an error."""
        comparison = Comparison.from_plain(plain["comparison"])
        made = cls(comparison.rankers)
        made.comparison = comparison
        made.teams = {int(number): made._checked(teams) for number, teams in plain["teams"]}
        return made

    def _checked(self, teams: Iterable[int]) -> list[int]:
        found = [int(team) for team in teams]
        if not all(-1 <= team < len(self.rankers) for team in found):
            raise ValueError(f"teams must be numbers of rankers, got {found!r:.80}")
        return found
