"""The certificates of policies that show safe lists, and the promise that follows from them."""

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from matroidlab.bandits.average_visitor import AverageVisitor
from matroidlab.bandits.beliefs.contradictions import Contradictions
from matroidlab.bandits.beliefs.paired_differences import DeltaOfEpochs
from matroidlab.bandits.budget import Budget
from matroidlab.bandits.horizon import chance_of_success, promise_of_lists
from matroidlab.bandits.pair_certificates import Certificates, PairCertificates, as_certificates
from matroidlab.bandits.policies.believing import BelievingPolicy
from matroidlab.bandits.reactions import OnContradiction, Reaction, as_reaction
from matroidlab.bandits.safe_lists import SafeLists
from matroidlab.errors import PromiseWarning
from matroidlab.types import Booleans, Elements, Weights, as_count


class CertifyingPolicy(BelievingPolicy, ABC):
    """A policy that shows only lists of certified items, all but m of them."""

    swap_size: int
    baseline: Elements
    known_means: dict[int, float]
    safe_lists: SafeLists
    certificates: Certificates
    warns: bool = True
    """Whether a plan warns once of contradictions; a service counts them instead."""

    pairs: PairCertificates | None = None
    """The pairs that are certified; None if intervals alone decide."""

    average: AverageVisitor | None
    budget: float | None
    """The part of the baseline's clicks that may be lost by trying items; None for no limit."""

    _contradictions: Contradictions
    account: Budget
    """The account of what trying items may have cost; without a budget, nothing enters it."""
    _has_warned_of_pairs = False

    def _certify(
        self,
        certificates: str,
        certificates_expire: int | None,
        delta_of_epochs: DeltaOfEpochs,
        on_contradiction: str,
        delta: float,
    ) -> None:
        """Set up certificates, after beliefs and safe lists."""
        self.certificates = as_certificates(certificates)
        self._reaction = Reaction(as_reaction(on_contradiction), self.lanes, self.matroid.size)
        if on_contradiction == "restart" and self.known_means:
            raise ValueError(
                "on_contradiction='restart' forgets all that is known, and known means cannot be "
                "observed again: leave out known_means, or use on_contradiction='baseline'"
            )
        if delta_of_epochs not in ("each", "all"):
            raise ValueError(f"delta_of_epochs must be 'each' or 'all', got {delta_of_epochs!r}")
        length = certificates_expire
        if length is not None:
            length = as_count(length, name="certificates_expire", least=1)
        if length is not None and certificates != "pairs":
            raise ValueError(
                "certificates_expire needs certificates='pairs', for which its promise is proved, "
                f"got certificates={certificates!r}"
            )
        self._contradictions = Contradictions(self.estimates, self.known_means)
        if self.certificates == "intervals":
            return
        self.pairs = PairCertificates(
            self.safe_lists,
            self.estimates,
            delta / 2 if certificates == "both" else delta,
            with_intervals=certificates == "both",
            epoch_length=length,
            delta_of_epochs=delta_of_epochs,
        )

    @property
    def on_contradiction(self) -> OnContradiction:
        """The reaction to observations that contradict the assumptions of the promise."""
        return self._reaction.kind

    @property
    def certificates_expire(self) -> int | None:
        """The number of lists of an epoch; None if certificates do not expire."""
        return None if self.pairs is None else self.pairs.differences.epoch_length

    @property
    def delta_of_epochs(self) -> DeltaOfEpochs:
        """Whether delta holds for "each" epoch, or for "all" of them together."""
        return "each" if self.pairs is None else self.pairs.differences.delta_of_epochs

    @property
    def failure_probability(self) -> float:
        """An upper bound on the probability that any list ever breaks the promise.

        After a restart, the bound is for the lists since then. If certificates expire and delta
        holds for each epoch, it is for the lists of one epoch, and is 2 delta, because their
        certificates may come from two epochs.
        """
        of_pairs = 0.0 if self.pairs is None else self.pairs.differences.delta
        if self.certificates != "pairs":
            bound: Callable[[int], float] = self.confidence.failure_probability  # type: ignore[attr-defined]
            of_segments = 0.0 if self.average is None else self.average.delta
            return bound(self.matroid.size - len(self.known_means)) + of_pairs + of_segments
        return of_pairs * (2 if self._is_by_epoch else 1)

    @property
    def _is_by_epoch(self) -> bool:
        return self.certificates_expire is not None and self.delta_of_epochs == "each"

    @property
    def promise(self) -> str:
        """The guarantee, in one sentence."""
        if self._reaction.stays.all():
            return (
                "Only the baseline is shown, because observations contradicted the assumptions of "
                "the promise."
            )
        lists = "no list" if self._is_by_epoch else self._reaction.lists_in_words()
        rank = self.matroid.rank
        statement = promise_of_lists(self.swap_size, rank, None, lists=lists)
        if self.average is not None:
            statement += ", for a visitor drawn at random from all segments"
        chance = chance_of_success(self.failure_probability)
        if self.certificates != "pairs":
            return f"With {chance}, {statement}."
        length = self.certificates_expire
        if length is None:
            return (
                f"With {chance}, {statement}, even if all means change, as long as no item and "
                "baseline item swap their order."
            )
        slack = (
            "by more than the amount by which the difference of their means changes within two "
            "epochs"
        )
        if self._is_by_epoch:
            return f"In each epoch of {length:,} lists, with {chance}, {statement} {slack}."
        return f"With {chance}, {statement} {slack} of {length:,} lists."

    @property
    def contradictions(self) -> Elements:
        """The items whose observations contradict the assumptions of the promise in any lane.

        By intervals: their lowest upper bound has fallen below their highest lower bound, or their
        known mean lies outside its interval. Under the assumptions that happens in a lane with
        probability at most delta, times L / (L - k) if k means are known. By pairs: they were
        proven to be no worse than a baseline item and, later, to be worse.
        """
        items = np.empty(0, dtype=np.intp)
        if self.certificates != "pairs":
            items = np.flatnonzero(self._contradictions.with_current_bounds().any(axis=0))
        if self.pairs is not None:
            reversed_items = np.flatnonzero(self.pairs.differences.contradicted.any(axis=0))
            items = np.union1d(items, reversed_items)
        return items

    def _look_for_contradictions(self) -> None:
        """Warn of contradictions, or restart the lanes that have them, or let these stay."""
        uses_intervals = self.certificates != "pairs"
        warns = self.warns and self._reaction.kind == "warn"
        if uses_intervals:
            self._contradictions.look(warns=warns)
        if warns:
            self._warn_of_pairs()
        if self._reaction.kind == "warn":
            return
        is_broken = np.zeros(self.lanes, dtype=np.bool_)
        if uses_intervals:
            is_broken |= self._contradictions.by_lane.any(axis=1)
        if self.pairs is not None:
            is_broken |= self.pairs.differences.contradicted.any(axis=1)
        for lane in np.flatnonzero(is_broken & ~self._reaction.stays).tolist():
            self._react(lane)

    def _react(self, lane: int) -> None:
        clock = int(self.estimates.clock[lane])
        if self._reaction.kind == "baseline":
            self._reaction.stay(lane, clock)
            return
        self._reaction.restart(lane, clock, self.trusted()[lane])
        self.estimates.forget(lane)
        self._contradictions.forget(lane)
        self.account.forget(lane)
        if self.pairs is not None:
            self.pairs.differences.forget(lane)

    def _warn_of_pairs(self) -> None:
        if self.pairs is None or self._has_warned_of_pairs:
            return
        items = np.flatnonzero(self.pairs.differences.contradicted.any(axis=0))
        if len(items):
            self._has_warned_of_pairs = True
            warnings.warn(
                PromiseWarning(
                    f"items {items[:10].tolist()} were proven to be no worse than a baseline item "
                    "and later to be worse: has the order of items changed? Certificates can "
                    "expire: certificates_expire=50_000"
                ),
                stacklevel=4,
            )

    @property
    def stays_at_baseline(self) -> Booleans:
        """Whether each lane shows only the baseline, because of a contradiction."""
        return self._reaction.stays

    def reaction_state(self) -> list[object]:
        """How the only lane has reacted to contradictions so far, as plain data."""
        return self._reaction.plain()

    def tightest_bounds(self) -> tuple[Weights, Weights]:
        """The highest lower bounds of the only lane, and its lowest upper ones."""
        return self._contradictions.running.lower[0], self._contradictions.running.upper[0]

    def restore_reaction(self, plain: Sequence[Any]) -> None:
        """Take over `reaction_state`."""
        self._reaction.restore(plain)

    def restore_tightest(self, lower: Weights, upper: Weights) -> None:
        """Take over `tightest_bounds`, perhaps of fewer items."""
        self._contradictions.running.lower[0, : len(lower)] = lower
        self._contradictions.running.upper[0, : len(upper)] = upper

    def follow(self, other: "CertifyingPolicy") -> None:
        """Go on from a policy of the same baseline: its pairs, and its reaction so far."""
        self._reaction.follow(other._reaction)  # noqa: SLF001 - of this class
        if self.pairs is not None and other.pairs is not None:
            self.pairs.differences = other.pairs.differences
        if self.budget is not None:
            self._contradictions.follow(other._contradictions)  # noqa: SLF001 - of this class
            self.account.follow(other.account)

    @abstractmethod
    def trusted(self) -> Elements:
        """The list that each lane trusts now, ``(lanes, K)``."""

    def _means(self) -> Weights:
        """The posterior means by which a list without doubtful items is chosen, by pairs."""
        seen = self.estimates.settled
        means: Weights = (1.0 + seen.sums) / (2.0 + seen.counts)
        means[:, self.estimates.excluded] = -np.inf
        return means
