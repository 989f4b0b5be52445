"""The lists that rankers draft ahead, in a planner."""

from typing import TYPE_CHECKING

import numpy as np

from matroidlab.errors import JournalError
from matroidlab_serving.compared_service import evaluation_is_needed
from matroidlab_serving.engine.certificate_settings import check_drafts
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.segment import Segment
from matroidlab_serving.postgres import comparisons, list_table
from matroidlab_serving.postgres.comparisons import StoredComparison, StoredDraft
from matroidlab_serving.postgres.store import Store, changes_of
from matroidlab_serving.rankers import Rankers

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor


class Drafting:
    """Drafts the lists of the comparison that is on, if one is.

    Rankers that are lists of keys are in the database. Functions are given to each planner.
    """

    def __init__(self, store: Store, compare: object) -> None:
        self.store = store
        self._given: Rankers | None = None
        self._read: tuple[StoredComparison, Rankers] | None = None
        if compare is None:
            return
        check_drafts(store.settings)
        with evaluation_is_needed():
            import matroidlab_evaluation  # noqa: F401, PLC0415 - found now, not while it plans
        with store.connection.transaction() as cursor:
            catalogue = store.catalogue(cursor, changes_of(cursor, "share"))
            self._given = Rankers(compare, catalogue)
        with store.connection.transaction() as cursor:
            comparisons.begin(cursor, self._given.keys())

    def deal(self, cursor: "Cursor", index: int, segment: Segment, coins: tuple[int, int]) -> int:
        """Draft lists ahead, as many as a list has places, and return how many.

        There are none if no rankers are compared, or if one failed. ``coins`` are numbers that no
        other call has, from which the lists are drawn.
        """
        found = comparisons.latest(cursor)
        if found is None or not found.is_on:
            return 0
        name = segment.settings.segments[index]
        rankings = self._rankers(found, segment.catalogue).rankings(name, segment.catalogue)
        if rankings is None:
            return 0
        with evaluation_is_needed():
            from matroidlab_serving.engine.drafts import drafted_round  # noqa: PLC0415
        segment.refresh()
        allowed = None
        if segment.catalogue.retired:
            allowed = np.ones(len(segment.catalogue.keys), dtype=np.bool_)
            allowed[list(segment.catalogue.retired)] = False
        drafted = drafted_round(segment, rankings, allowed)
        seeds = np.random.SeedSequence(self.store.settings.seed, spawn_key=(index, *coins))
        rng = np.random.default_rng(seeds)
        drafts = [drafted.draw(rng) for _ in range(segment.catalogue.matroid.rank)]
        # The round holds only those of its lists that were drawn.
        kept = np.unique([draft.chosen for draft in drafts])
        rows = []
        for draft in drafts:
            teams = [found.names[team] if team >= 0 else None for team in draft.teams]
            stored = StoredDraft(found.number, teams, draft.propensities)
            chosen = int(np.searchsorted(kept, draft.chosen))
            rows.append((chosen, draft.items.tolist(), stored.to_text()))
        round_ = drafted.round.only(kept)
        list_table.deal_drafts(cursor, index, round_, rows, segment.catalogue.version)
        return len(rows)

    def _rankers(self, found: StoredComparison, catalogue: ItemCatalogue) -> Rankers:
        if self._given is not None and list(self._given.names) == found.names:
            return self._given
        functions = [name for name, keys in found.rankers.items() if keys is None]
        if functions:
            raise JournalError(
                f"the ranker {functions[0]!r} is a function: give the planner "
                "compare={name: ranker, ...}"
            )
        if self._read is None or self._read[0] != found:
            self._read = (found, Rankers(found.rankers, catalogue))
        return self._read[1]
