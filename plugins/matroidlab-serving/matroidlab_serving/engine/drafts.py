"""Rounds that rankers draft together: safe lists, the team of each item, exact probabilities."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from matroidlab.types import Booleans, Elements, Weights
from matroidlab_evaluation import SafeDraft
from matroidlab_serving.engine.compare_commands import Compare
from matroidlab_serving.engine.rounds import Propensities, Round
from matroidlab_serving.engine.segment import Segment


class Draft(NamedTuple):
    """One list of a drafted round."""

    drafted: "DraftedRound"
    chosen: int

    @property
    def round(self) -> Round:
        """All lists of the round, in the places of the baseline."""
        return self.drafted.round

    @property
    def items(self) -> Elements:
        """The items, in the places of the baseline."""
        items: Elements = self.round.lists[self.chosen]
        return items

    @property
    def teams(self) -> list[int]:
        """The ranker of each item, -1 for none."""
        teams: list[int] = self.drafted.teams[self.chosen].tolist()
        return teams

    @property
    def propensities(self) -> Propensities:
        """The probability of this list among all lists of the draft."""
        chances = self.drafted.chances
        same = self.round.lists == self.items
        prefixes = np.logical_and.accumulate(same, axis=1)
        return Propensities(
            float(chances @ same.all(axis=1)),
            tuple((chances @ same).tolist()),
            tuple((chances @ prefixes).tolist()),
        )

    def command(self, segment: int, unavailable: Sequence[int], now: float) -> Compare:
        """Return the command that shows this list."""
        return Compare(
            segment,
            unavailable,
            self.drafted.rankings,
            self.items.tolist(),
            self.round.places.tolist(),
            self.teams,
            self.propensities,
            now,
        )


@dataclass(frozen=True)
class DraftedRound:
    """All lists that a draft can show, with the team of each item, and their probabilities."""

    round: Round
    chances: Weights
    teams: Elements
    rankings: list[list[int]]

    def draw(self, rng: np.random.Generator) -> Draft:
        """Draw a list."""
        return Draft(self, int(rng.choice(len(self.chances), p=self.chances)))


def drafted_round(
    segment: Segment, rankings: Sequence[Sequence[int]], allowed: Booleans | None
) -> DraftedRound:
    """Return the round of a safe draft by the bounds of a segment.

    A ranking that does not fill a list is completed by the trusted list.
    """
    planner = segment.planner
    catalogue = segment.catalogue
    available = np.ones(len(catalogue.keys), dtype=np.bool_) if allowed is None else allowed
    trusted = planner.trusted_among(available)
    complete = [
        np.array(list(dict.fromkeys([*ranking, *trusted.tolist()])), dtype=np.intp)
        for ranking in rankings
    ]
    draft = SafeDraft(
        catalogue.matroid,
        complete,
        catalogue.baseline,
        planner.cautious(),
        segment.settings.swap_size,
        available,
    )
    table = draft.assignments()
    lists = np.array([items for items, _ in table], dtype=np.intp)
    chances = np.fromiter(table.values(), dtype=np.float64)
    planned = planner.round_of(lists, allowed)
    teams = [
        [dict(zip(*pair, strict=True))[item] for item in placed]
        for pair, placed in zip(table, planned.lists.tolist(), strict=True)
    ]
    picked = np.unique(lists)
    read = [_down_to_last(ranking, picked) for ranking in complete]
    return DraftedRound(planned, chances / chances.sum(), np.array(teams, dtype=np.intp), read)


def _down_to_last(ranking: Elements, picked: Elements) -> list[int]:
    at = np.flatnonzero(np.isin(ranking, picked))
    read: list[int] = ranking[: at[-1] + 1].tolist() if len(at) else []
    return read
