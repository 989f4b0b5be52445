"""How alike segments are: each votes by what it has seen, from time to time."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from matroidlab.bandits.new_items import WaitingLine, likeness_at, votes_of
from matroidlab.kernels import Seen
from matroidlab.types import Weights, as_count

FIRST_VOTE = 100
"""After how many lists a segment votes first; it votes again each time that they have doubled."""


class Vote:
    """The last vote of a segment, and the number of lists after which it votes next."""

    def __init__(self) -> None:
        self.next: int = FIRST_VOTE
        self.cast_last: Weights | None = None

    def cast(self, line: WaitingLine, seen: Seen) -> None:
        """Replace the last vote by a new one, if it is time."""
        prior = line.prior
        clock = int(seen.clock[0])
        if clock < self.next or not prior.is_fitted[0]:
            return
        while self.next <= clock:
            self.next *= 2
        items = np.flatnonzero(seen.counts[0])
        items = items[~np.isin(items, line.baseline)]
        if self.cast_last is not None:
            prior.votes[:] -= self.cast_last
        self.cast_last = votes_of(prior, seen, items)
        prior.votes[:] += self.cast_last
        prior.likeness[0] = likeness_at(int(prior.votes.argmax()))

    def plain(self) -> dict[str, Any]:
        """Return the vote as plain data."""
        last = None if self.cast_last is None else self.cast_last.tolist()
        return {"next": self.next, "last": last}

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> "Vote":
        """Return the vote that `plain` describes."""
        made = cls()
        made.next = as_count(plain["next"], name="next vote", least=1)
        if plain["last"] is not None:
            made.cast_last = np.array(plain["last"], dtype=np.float64)
        return made
