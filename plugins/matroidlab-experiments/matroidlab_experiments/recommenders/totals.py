"""Accounts of what was shown in a world, against staying with its baseline."""

from dataclasses import dataclass

from matroidlab.types import Elements, Weights


@dataclass(frozen=True)
class Totals:
    """The worth of all lists up to a mark, in expected clicks.

    Attributes
    ----------
    lists
        How many lists were shown, in all segments together.
    clicks
        The clicks that these lists get on average.
    staying
        The clicks that the baseline would have got.
    best
        The clicks that the best list of each segment and moment would have got.
    worst
        The largest loss against staying on the way, in lists of the baseline.
    bad
        How many lists broke the promise, by the means of their moment: for their own segment, or
        for a visitor drawn at random if that is promised.
    own
        How many lists broke it for their own segment, whatever was promised.
    trusted
        How many times as many clicks as the baseline the trusted list gets now; None if it differs
        between visitors.
    microseconds
        The processor's time for a list.
    """

    lists: int
    clicks: float
    staying: float
    best: float
    worst: float
    bad: int
    own: int
    trusted: float | None
    microseconds: float

    @property
    def gain(self) -> float:
        """The clicks that were gained, as a part of what staying gets."""
        return self.clicks / self.staying - 1.0

    @property
    def regret(self) -> float:
        """The clicks that were missed."""
        return self.best - self.clicks


@dataclass
class Account:
    """Running totals, to which lists are added in the order in which they were shown."""

    lists: int = 0
    clicks: float = 0.0
    staying: float = 0.0
    best: float = 0.0
    worst: float = 0.0
    bad: int = 0
    own: int = 0

    def add(
        self,
        worth: Weights,
        staying: float,
        best: float,
        bad: Elements,
        own: Elements | None = None,
    ) -> None:
        """Enter rounds: the ``worth`` of the lists of each, all lanes together.

        Parameters
        ----------
        worth
            ``(rounds,)``: the clicks that the lists of a round get on average, in all lanes.
        staying
            The clicks that the baseline gets in a round.
        best
            The clicks that the best lists get in a round.
        bad
            ``(lanes, rounds)``: 1 for each list that broke the promise.
        own
            The same for the segment of the list, if the promise is about another visitor.
        """
        ahead = self.clicks - self.staying + (worth - staying).cumsum()
        lanes = len(bad)
        self.worst = max(self.worst, float(-ahead.min(initial=0.0)) * lanes / staying)
        self.lists += int(bad.size)
        self.clicks += float(worth.sum())
        self.staying += staying * len(worth)
        self.best += best * len(worth)
        self.bad += int(bad.sum())
        self.own += int((bad if own is None else own).sum())

    def totals(self, trusted: float | None, microseconds: float) -> Totals:
        """Return the totals so far."""
        return Totals(
            self.lists,
            self.clicks,
            self.staying,
            self.best,
            self.worst,
            self.bad,
            self.own,
            trusted,
            microseconds,
        )
