"""Certificates by pairs: which are earned, what follows from them, and which lists they allow."""

from typing import Literal, NamedTuple, get_args

import numpy as np

from matroidlab.bandits.beliefs.beliefs import Beliefs
from matroidlab.bandits.beliefs.paired_differences import DeltaOfEpochs, PairedDifferences
from matroidlab.bandits.kernels.safe_lists import HEADS
from matroidlab.bandits.paired_lists import PairedLists
from matroidlab.bandits.safe_lists import SafeLists
from matroidlab.types import Actions, Booleans, Elements, Weights

Certificates = Literal["intervals", "pairs", "both"]
FAR_BELOW = -1e6
"""The weight of an item that is not available: finite, so that gains can be compared."""


def as_certificates(certificates: str) -> Certificates:
    """Return the kind of certificates, checked."""
    if certificates not in get_args(Certificates):
        known = " or ".join(map(repr, get_args(Certificates)))
        raise ValueError(f"certificates must be {known}, got {certificates!r:.80}")
    return certificates  # type: ignore[return-value]


class PairProof(NamedTuple):
    """Why an item is certified against a baseline item.

    Attributes
    ----------
    item
        The item.
    over
        The baseline item.
    better
        The sum of the positive differences of their weights when the pair was certified.
    worse
        That of the negative ones, as a positive number.
    epoch
        The epoch in which it was certified, counted from 0.
    """

    item: int
    over: int
    better: float
    worse: float
    epoch: int


class PairCertificates:
    """The pairs that are certified for each lane, and the lists that they allow.

    Parameters
    ----------
    safe
        The matroid, the baseline and the number of doubtful places.
    beliefs
        The bounds of items, for certificates by intervals.
    delta
        The probability that a pair is ever certified wrongly.
    with_intervals
        Whether pairs that intervals prove count too, as with ``certificates="both"``.
    epoch_length
        The number of lists of an epoch; None if certificates do not expire.
    delta_of_epochs
        Whether delta holds for "each" epoch, or for "all" of them together.
    """

    def __init__(
        self,
        safe: SafeLists,
        beliefs: Beliefs,
        delta: float,
        *,
        with_intervals: bool = False,
        epoch_length: int | None = None,
        delta_of_epochs: DeltaOfEpochs = "each",
    ) -> None:
        self.beliefs = beliefs
        self.with_intervals = with_intervals
        self.lists = PairedLists(safe)
        self._trusted_lists = self.lists.without_doubtful()
        _check_company(safe, self.lists.rivals, with_intervals=with_intervals)
        column_of = np.full(safe.matroid.size, -1, dtype=np.intp)
        for row in self.lists.rivals:
            column_of[row[row >= 0]] = np.flatnonzero(row >= 0)
        self.differences = PairedDifferences(
            len(beliefs.clock),
            self.lists.rivals_of,
            column_of,
            delta,
            epoch_length=epoch_length,
            delta_of_epochs=delta_of_epochs,
        )
        self._kept: dict[int, tuple[int, Booleans, Booleans]] = {}

    def __repr__(self) -> str:
        return f"PairCertificates({self.lists.safe!r}, delta={self.differences.delta:g})"

    @property
    def lots(self) -> int:
        """How many standard normal variables a list takes: a coin, and one for each rival."""
        return 1 + len(self.lists.safe.baseline)

    def learn(self, actions: Actions, weights: Weights) -> None:
        """Take in answers, after the beliefs have."""
        self.differences.learn(
            np.asarray(actions, dtype=np.intp), np.asarray(weights, dtype=np.float64)
        )

    def pairs(self, lane: int) -> Booleans:
        """``(size, width)``: all pairs that are certified now, or follow from others."""
        proven = self._by_intervals(lane) if self.with_intervals else None
        version = int(self.differences.version[lane])
        kept = self._kept.get(lane)
        certified = self.differences.certified(lane)
        both = certified if proven is None else certified | proven
        if kept is None or kept[0] != version or not np.array_equal(both, kept[1]):
            kept = (version, both, self.lists.closed(both))
            self._kept[lane] = kept
        return kept[2]

    def _by_intervals(self, lane: int) -> Booleans:
        rivals = self.lists.rivals_of
        lower = self.beliefs.bounds.lower[lane]
        cautious = self.beliefs.cautious()[lane]
        found: Booleans = (rivals >= 0) & (lower[:, None] >= cautious[rivals])
        return found

    def heaviest(
        self, weights: Weights, lots: Weights, available: Booleans | None = None
    ) -> Actions:
        """``(lanes, lists, K)``: the heaviest lists that may be shown, by ``weights`` of all items.

        With probability 0.1, by the ``lots``, a baseline item is shown beside items that still have
        to prove themselves. An item in its place would keep it from being compared.
        """
        self.differences.advance(self.beliefs.clock)
        lists = self.lists
        finite = np.maximum(weights, FAR_BELOW)
        if available is not None:
            baseline = lists.safe.baseline
            lists = lists.reduced_to(baseline[available[baseline]])
        found = np.empty((*weights.shape[:2], lists.safe.matroid.rank), dtype=np.intp)
        for lane in range(len(weights)):
            pairs = self.pairs(lane)
            if available is not None:
                pairs = pairs & available[:, None]
            for i, own in enumerate(finite[lane]):
                items = lists.heaviest(own[None], pairs[None])[0]
                if lots[lane, i, 0] < HEADS:
                    rival = self._rival_to_show(lane, lists, items, pairs, lots[lane, i, 1:])
                    if rival >= 0:
                        items = _with(rival, own, lists, pairs)
                found[lane, i] = items
        return found

    def _rival_to_show(
        self, lane: int, lists: PairedLists, items: Elements, pairs: Booleans, lots: Weights
    ) -> int:
        """A baseline item of a component with unproven items, by lot; -1 if there is none."""
        safe = lists.safe
        unproven = lists.partners(items[None], pairs[None])[0] < 0
        lapsing = self.differences.lapses_soon(lane)[items].any(axis=1)
        in_need = safe.component_of[items[unproven | lapsing]]
        is_choice = np.isin(safe.component_of[safe.baseline], in_need)
        is_choice &= ~np.isin(safe.baseline, items)
        choice = np.flatnonzero(is_choice)
        if not len(choice):
            return -1
        return int(safe.baseline[choice[lots[choice].argmax()]])

    def trusted(self, weights: Weights, available: Booleans | None = None) -> Elements:
        """``(lanes, K)``: the heaviest list of each lane without doubtful items."""
        self.differences.advance(self.beliefs.clock)
        pairs = np.stack([self.pairs(lane) for lane in range(len(weights))])
        lists = self._trusted_lists
        finite = np.maximum(weights, FAR_BELOW)
        if available is not None:
            baseline = lists.safe.baseline
            lists = self.lists.reduced_to(baseline[available[baseline]]).without_doubtful()
            pairs = pairs & available[:, None]
            finite = np.where(available, finite, FAR_BELOW)
        return lists.heaviest(finite, pairs)

    def chain(self, lane: int, item: int, rival: int) -> tuple[PairProof, ...]:
        """The certified pairs from an item to a baseline item, as few as possible; maybe none."""
        rivals_of = self.lists.rivals_of
        certified = self.differences.certified(lane)
        before: dict[int, PairProof] = {}
        reached = [item]
        for e in reached:
            for j in np.flatnonzero(certified[e]).tolist():
                b = int(rivals_of[e, j])
                if b not in before and b != item:
                    better, worse = self.differences.proofs[:, lane, e, j].tolist()
                    epoch = int(self.differences.earned[lane, e, j])
                    before[b] = PairProof(e, b, better, worse, epoch)
                    reached.append(b)
        found: list[PairProof] = []
        while rival in before:
            found.insert(0, before[rival])
            rival = before[rival].item
        return tuple(found)


def _with(rival: int, weights: Weights, lists: PairedLists, pairs: Booleans) -> Elements:
    """The heaviest list that has a baseline item, by falling weight."""
    raised = weights.copy()
    # More than any exchange of other items can gain; items that are not available aside.
    raised[rival] = 3.0 * lists.safe.matroid.rank
    items: Elements = lists.heaviest(raised[None], pairs[None])[0]
    return items[np.lexsort((items, -weights[items]))]


def _check_company(safe: SafeLists, rivals: Elements, *, with_intervals: bool) -> None:
    """Refuse parts of rank 1, in which no two items are ever in one list."""
    numbers = (rivals >= 0).sum(axis=1)
    sizes = np.bincount(safe.component_of, minlength=len(numbers))
    is_single = (numbers == 1) & (sizes > 1)
    if not is_single.any() or (with_intervals and (numbers > 1).any()):
        return
    part = int(np.flatnonzero(is_single)[0])
    items = np.flatnonzero(safe.component_of == part)[:5].tolist()
    raise ValueError(
        "certificates='pairs' compares items that were answered for in the same list, and a part "
        f"of rank 1 never shows two of its items: that of items {items} has rank 1; give it more "
        "places, or use certificates='intervals'"
    )
