from abc import abstractmethod
from collections.abc import Mapping
from functools import partial

import numpy as np

from matroidlab.algorithms import as_basis
from matroidlab.bandits.average_visitor import AverageVisitor
from matroidlab.bandits.beliefs.beliefs import Beliefs
from matroidlab.bandits.beliefs.paired_differences import DeltaOfEpochs
from matroidlab.bandits.budget import Budget, as_budget
from matroidlab.bandits.confidence.confidence import Confidence
from matroidlab.bandits.confidence.time_uniform import TimeUniform
from matroidlab.bandits.horizon import at_all_times, shared_among
from matroidlab.bandits.new_items.waiting_line import WaitingLine
from matroidlab.bandits.pair_certificates import FAR_BELOW, Certificates
from matroidlab.bandits.policies.game_part import game_part
from matroidlab.bandits.policies.request_plans import RequestPlans
from matroidlab.bandits.proposals import HeaviestBases
from matroidlab.bandits.reactions import OnContradiction
from matroidlab.bandits.safe_lists import SafeLists
from matroidlab.bandits.validation import as_known_means, as_swap_size
from matroidlab.protocol import Matroid, Part
from matroidlab.protocol.checked import Seed, as_generator
from matroidlab.types import Actions, Booleans, Elements, ElementsLike, Weights, as_count


class SafePolicy(RequestPlans):
    """A policy that shows the heaviest lists that may be shown, by weights of its own.

    A plan has ``lists_per_plan`` lists. With more than one they can be dealt at random, so that
    each is shown with a known probability; with ``include_trusted`` the last of them is the trusted
    list.
    """

    line: WaitingLine | None = None
    """The newcomers of a large catalogue; None if all items are tried at once."""

    average: AverageVisitor | None = None
    """The part that looks at the segment if the promise is for the average visitor, or None."""

    horizon: None = None

    def __init__(
        self,
        matroid: Matroid,
        baseline: ElementsLike,
        *,
        delta: float = 0.01,
        confidence: Confidence | None = None,
        known_means: Mapping[int, float] | None = None,
        swap_size: int = 1,
        alpha: float | None = None,
        budget: float | None = None,
        lists_per_plan: int = 1,
        include_trusted: bool = False,
        certificates: Certificates = "intervals",
        certificates_expire: int | None = None,
        delta_of_epochs: DeltaOfEpochs = "each",
        on_contradiction: OnContradiction = "warn",
        lanes: int = 1,
        seed: Seed | None = None,
    ) -> None:
        self.matroid = matroid
        self.lanes = as_count(lanes, name="lanes", least=1)
        self.swap_size = as_swap_size(swap_size, alpha, rank=matroid.rank)
        self.baseline = as_basis(matroid, baseline, name="baseline")
        self.known_means = as_known_means(known_means, baseline=self.baseline)
        self.include_trusted = include_trusted
        self.lists_per_plan = as_count(
            lists_per_plan, name="lists_per_plan", least=2 if include_trusted else 1
        )
        unknown = matroid.size - len(self.known_means)
        if confidence is not None and certificates != "intervals":
            raise ValueError(
                f"certificates={certificates!r} shares delta among pairs of items: give delta "
                f"instead of confidence={confidence!r}"
            )
        own_delta = delta / 2 if certificates == "both" else delta
        chosen = TimeUniform(own_delta) if confidence is None else at_all_times(confidence)
        self.estimates = Beliefs(
            lanes=self.lanes,
            size=matroid.size,
            confidence=shared_among(chosen, unknown),
            baseline=self.baseline,
            known_means=self.known_means,
        )
        self.rng: np.random.Generator = as_generator(seed)
        # On K5, regret with lists by intersection was 0 to 14 % lower, within the error of 10 runs;
        # the regret bound covers both.
        self.safe_lists = SafeLists(matroid, self.baseline, self.swap_size, by_intersection=False)
        self.safe_lists.cure(np.setdiff1d(self.baseline, list(self.known_means)))
        self._certify(certificates, certificates_expire, delta_of_epochs, on_contradiction, delta)
        self.budget = as_budget(budget, certificates)
        self.account = Budget(
            self.safe_lists, self.known_means, self._contradictions.running, self.budget
        )
        self._trusted = HeaviestBases(matroid)

    def _settings(self) -> list[str]:
        return [f"delta={self.failure_probability:.3g}", f"m={self.swap_size}"]

    @abstractmethod
    def weighing(self) -> Part | None:
        """The kernel that weighs items in the game loop."""

    def plan(self) -> Actions:
        """Plan the next lists, ``(lanes, lists, K)``: the heaviest that may be shown."""
        self._look_for_contradictions()
        count = self.lists_per_plan - self.include_trusted
        if self.average is not None:
            return self._plan_blindly(self.average, count)
        lists = self._lists(count)
        if not self.include_trusted:
            return lists
        return np.concatenate([lists, self.trusted()[:, None, :]], axis=1)

    def _lists(self, count: int) -> Actions:
        if self.line is None:
            lists = self._planned(count)
        else:
            lists = self.line.plan(count, self.safe_lists.lots, self.rng, self.account)
        lists[self._reaction.stays] = self.baseline
        return lists

    def _plan_blindly(self, average: AverageVisitor, count: int) -> Actions:
        """Lists for each segment, chosen without looking at it but for what is withdrawn there."""
        average.worse()
        given_up = average.give_up(self.estimates.cautious()[0])
        if self.line is not None and len(given_up):
            self.line.give_up(given_up)
        blind = self._lists(self.lanes * count).reshape(self.lanes, count, -1)
        if self.include_trusted:
            blind = np.concatenate([blind, self._trusted_blindly()[:, None, :]], axis=1)
        return average.shown(blind, self.estimates.cautious()[0])

    def _trusted_blindly(self) -> Elements:
        """``(segments, K)``: the list that the pool of all segments trusts."""
        lists = self._trusted.of(self.estimates.cautious(), self.estimates)
        return np.repeat(np.where(self._reaction.stays, self.baseline, lists), self.lanes, axis=0)

    def _planned(self, count: int, available: Booleans | None = None) -> Actions:
        own = self.normals_per_list
        further = self.safe_lists.lots if self.pairs is None else self.pairs.lots
        lanes = len(self.estimates.clock)
        normals = self.rng.standard_normal((lanes, count, own + further))
        lots = normals[:, :, own:]
        weights = self.weigh(normals[:, :, :own])
        if self._reaction.kind != "warn":
            seen = self.estimates
            self._reaction.adjust(weights, self.baseline, seen.counts, seen.clock)
        weights[:, :, self.estimates.excluded] = -np.inf
        if self.average is not None:
            weights[:, :, self.average.is_given_up] = -np.inf
        if available is not None:
            weights[:, :, ~available] = FAR_BELOW
        if self.pairs is not None:
            return self.pairs.heaviest(weights, lots, available)
        safe = self.safe_lists
        cautious = self.estimates.cautious()
        if available is not None:
            safe = self._lists_of_requests.reduced_to(self.baseline[available[self.baseline]])
            cautious = np.where(available, cautious, -np.inf)
        lists = safe.heaviest(
            weights.reshape(lanes * count, -1),
            np.repeat(cautious, count, axis=0),
            lots.reshape(lanes * count, -1),
        ).reshape(lanes, count, -1)
        if available is None and self.budget is not None:
            self._keep_to_budget(lists, weights, cautious, lots)
        return lists

    def _keep_to_budget(
        self, lists: Actions, weights: Weights, cautious: Weights, lots: Weights
    ) -> None:
        """Replace lists that may cost more than the budget has left."""
        for lane, own in enumerate(lists):
            given = (weights[lane], cautious[lane], lots[lane])
            self.account.keep_to(own, lane, partial(self._certain_list, *given))

    def _certain_list(self, weights: Weights, cautious: Weights, lots: Weights, i: int) -> Elements:
        """The heaviest list without doubtful items, in the place of the i-th of a lane."""
        lists = self.account.certain.heaviest(weights[i, None], cautious[None], lots[i, None])
        found: Elements = lists[0]
        return found

    def trusted(self) -> Elements:
        """The list that each lane trusts now, ``(lanes, K)``: no item of it is doubtful."""
        if self.average is not None:
            blind = self._trusted_blindly()[:, None, :]
            return self.average.withdrawn(blind, self.estimates.cautious()[0])[0][:, 0]
        if self.pairs is not None:
            lists = self.pairs.trusted(self._means())
        else:
            lists = self._trusted.of(self.estimates.cautious(), self.estimates)
        return np.where(self._reaction.stays[:, None], self.baseline, lists)

    def _take_in(self, actions: Actions, weights: Weights, *, is_shown: bool) -> None:
        if self.average is not None:
            actions, weights = self.average.learn(actions, weights, is_shown=is_shown)
        if self.budget is not None:
            self._contradictions.look(warns=False)
        super()._take_in(actions, weights, is_shown=is_shown)
        if self.budget is not None and is_shown:
            # By the bounds from before, which `look` has not renewed yet.
            self.account.learn(np.asarray(actions), np.asarray(weights, dtype=np.float64))
        if self.pairs is not None:
            self.pairs.learn(actions, weights)
        if self.line is not None:
            self.line.learn(np.asarray(actions), np.asarray(weights), is_shown=is_shown)

    def part(self) -> Part | None:
        """The kernels for the game loop; None if a component offers no part."""
        if self.pairs is not None or self.average is not None or self.on_contradiction != "warn":
            return None
        return game_part(self, self._contradictions.running, self.account.account, self._adopt)

    def _adopt(self) -> None:
        self.estimates.adopt()
        self._contradictions.adopt()
